/** What the shop asks of a carrier. Without one, people type the numbers of labels that they made elsewhere. */
import type { ShippingAddress } from '#src/features/orders/order.ts';

/** The part of a label that a carrier refuses. */
export type LabelField =
  | 'name'
  | 'street'
  | 'house_number'
  | 'addition'
  | 'postal_code'
  | 'city'
  | 'country'
  | 'parcel_point'
  | 'weight'
  | 'sender'
  | 'account'
  | 'other';

export interface LabelProblem {
  field: LabelField;
  /** Longest text that the carrier takes. */
  most?: number;
  /** The carrier's own words. */
  words?: string;
}

export interface LabelRequest {
  /** The shop's unique name of the label. */
  reference: string;
  address: ShippingAddress;
  grams: number;
  /** Whether the weight of everything inside is known. */
  isWeighed: boolean;
}

/** A parcel that a buyer sends back. */
export interface ReturnRequest {
  /** The shop's unique name of the label. */
  reference: string;
  orderNumber: string;
  /** The buyer's address. */
  address: ShippingAddress;
}

/** `lost`: the carrier may have made a label, but its answer did not come. `not_now`: it did nothing. */
export type LabelAnswer =
  | { kind: 'made'; trackingNumber: string; pdf: string }
  | { kind: 'refused'; problems: LabelProblem[] }
  | { kind: 'lost'; trackingNumber?: string }
  | { kind: 'not_now' };

/** `pdf`, `qr`: Base64; `qr` is a PNG that the carrier's counter scans. */
export type ReturnAnswer =
  | { kind: 'made'; trackingNumber: string; pdf: string; qr?: string }
  | { kind: 'refused'; problems: LabelProblem[] }
  | { kind: 'lost' | 'not_now' };

/** What a carrier last did with a parcel. */
export interface TrackEvent {
  /** ISO-8601 */
  at: string;
  /** The carrier's own words, in German. */
  words: string;
  /** `waiting`: its buyer has to collect it. `returned`: it is on its way back, or back. */
  state: 'moving' | 'waiting' | 'delivered' | 'returned';
  /** It is delivered, to whomever. */
  isOver: boolean;
}

/**
 * `unknown`: the carrier does not have the parcel yet. `not_now`: it did not answer. `login_refused`: it answers
 * nothing until the shop's key is right.
 */
export type TrackAnswer = TrackEvent | 'unknown' | 'not_now' | 'login_refused';

export interface Carrier {
  /** Its key of `shipping.carriers` in shop.yaml. */
  name: string;
  /** Answers each request, in their order. `locale`: the language of the person who reads the carrier's messages. */
  makeLabels(requests: LabelRequest[], locale: string): Promise<LabelAnswer[]>;
  /** undefined: the contract has no returns from Germany. Nobody can cancel such a label. */
  makeReturnLabel: ((request: ReturnRequest, locale: string) => Promise<ReturnAnswer>) | undefined;
  /** `kept`: the carrier did not say that it is cancelled, and never will. */
  cancelLabel(trackingNumber: string): Promise<'cancelled' | 'kept' | 'not_now'>;
  track(trackingNumber: string): Promise<TrackAnswer>;
}
