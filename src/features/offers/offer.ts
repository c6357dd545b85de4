import type { OrderContent } from '#src/features/orders/order.ts';

/** Days that an offer holds its units when nobody chooses otherwise. */
export const USUAL_DAYS = 2;

/** `paying`: the buyer has tapped, and it is unknown whether PayPal took the money. */
export type OfferState = 'open' | 'paying' | 'ordered' | 'ended';

/** An order by phone: prepared by staff, ordered and paid by its buyer. */
export interface Offer extends OrderContent {
  /** The id of its checkout. */
  id: string;
  state: OfferState;
  /** ISO-8601 */
  until: string;
  days: number;
  locale: string;
  email: string;
  clientName: string;
  clientId: string | null;
  offeredBy: string;
  createdAt: string;
  /** The number of the placed order. */
  orderNumber: string | null;
  /** The order whose parcel takes this one along. */
  shipsWith: { id: string; number: string } | null;
}
