/** The facts of which documents are made. */
import type { BillingAddress } from '#src/features/account/billing-address.ts';
import type { PricedLine, VatShare } from '#src/features/cart/totals.ts';
import type { Cents } from '#src/shared/money.ts';
import type { OrderDelivery } from '#src/shared/delivery/delivery-method.ts';
import type { PaidWith } from '#src/shared/payment-source.ts';

/** The shop details that a document names. */
export interface Seller {
  company: {
    name: string;
    street: string;
    postalCode: string;
    city: string;
    register: string;
    vatId?: string | undefined;
  };
  contact: { email: string; phone: string };
  tax: { number: string };
}

export type PaidBy = 'paypal' | 'transfer';

interface Transfer {
  iban: string;
  holder: string;
  bic: string | null;
  /** The end of the last day, in ISO-8601. */
  dueAt: string;
  /** When the money arrived for an invoice that came with the order. */
  invoicePaidAt: string | null;
  /** When the bank booked the money; null for payments that an earlier version recorded. */
  bookedAt: string | null;
}

/** The order that is invoiced. */
export interface InvoicedOrder {
  id: string;
  orderNumber: string;
  orderedAt: string;
  deliveredAt: string | null;
  lines: (PricedLine & { name: string; traits: string; code: string; discount?: Cents })[];
  /** The buyer's own reference. */
  reference?: string | null;
  billing?: BillingAddress | null;
  /** How the buyer gets the goods. */
  deliveryMethod?: OrderDelivery;
  /** Where the parcel goes, or where the buyer collects it. */
  address: Omit<BillingAddress, 'company' | 'vatId'>;
  shipping: Cents;
  /** What a discount code took off; the prices and the shipping contain it. */
  discount?: { code: string; shipping: Cents };
  vat: VatShare[];
  /** What a gift voucher paid of the total. */
  voucher?: { code: string; amount: Cents };
  /** The card; null: a PayPal account or a transfer. */
  paidWith?: PaidWith | null;
  /** The shop's account for a transfer; null: paid through PayPal. */
  transfer?: Transfer | null;
}

/** Names and addresses, line by line. */
export interface Recipient {
  buyer: string[];
  /** The delivery address, if it differs from the buyer's. */
  deliverTo?: string[] | undefined;
}

export interface Place {
  street: string;
  additional?: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** A row of a document. */
export interface DocumentLine {
  quantity: number;
  /** More lines of text follow after a line break. */
  name: string;
  /** percent */
  rate: number;
  /** Gross price of all units. */
  sum: Cents;
}

/** The facts of a document that its XML needs and its printed lines do not separate. */
export interface EInvoiceFacts {
  seller: Place & {
    name: string;
    email: string;
    phone: string;
    register: string;
    vatId?: string;
    taxNumber?: string;
  };
  buyer: Place & { company: string; person: string; vatId?: string };
  /** Without a name at a place of collection, where the buyer gets the goods. */
  deliverTo?: Place & { name?: string };
  orderNumber: string;
  /** The buyer's own. */
  reference?: string;
  /** The account to which the buyer transferred the money; paid with PayPal without one. */
  account?: { iban: string; holder: string };
  /** The last day for the payment of an invoice that came with the order, such as 2026-11-25. */
  dueOn?: string;
  /** What a gift voucher paid. */
  voucher?: Cents;
  /** ISO-8601 */
  deliveredAt?: string;
  /** Printed facts that no other field holds. */
  remarks: string[];
  /** Why a small business charges no VAT (BT-120). */
  exemption: string;
  /** The number of the invoice that this document corrects or replaces. */
  precedes?: string;
  lines: DocumentLine[];
}
