import { randomInt } from 'node:crypto';
import type { OrderRequest } from './check-order.ts';

export interface OrderRecord {
  id: string;
  createdAt: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  request: OrderRequest;
  /** The buyer's choice in the window; `declined` shows only at the capture. */
  instrument: 'good' | 'declined';
  /** When the buyer approved last. */
  approvedAt?: string;
  /** Number of refused captures. */
  declines: number;
  captures: CaptureRecord[];
  refunds: RefundRecord[];
  /** Money that PayPal or the buyer's bank took back. */
  reversals?: RefundRecord[];
  disputes?: DisputeRecord[];
  trackers?: TrackerRecord[];
  /** Merchant id of the receiver; absent means the shop's account. */
  payee?: string;
  /** The card that the buyer entered in PayPal's fields. */
  card?: CardRecord;
  /** The buyer's email address, where a test chose another one. */
  email?: string;
}

interface CardRecord {
  lastDigits: string;
  brand: 'VISA' | 'MASTERCARD';
  /** Present when the bank was asked (3-D Secure). */
  authentication?: 'pass' | 'fail';
}

export interface CaptureRecord {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  cents: number;
  createdAt: string;
}

/** Whether the account has received the money, even where it was given back since. */
export const isPaidOut = (status: CaptureRecord['status']): boolean =>
  status === 'COMPLETED' || status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED';

export interface RefundRecord {
  id: string;
  captureId: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  cents: number;
  createdAt: string;
}

/** A parcel number that the shop has reported. */
export interface TrackerRecord {
  captureId: string;
  number: string;
  carrier: string;
  status: 'SHIPPED' | 'CANCELLED';
}

/** Money that the shop moved to its bank. */
export interface WithdrawalRecord {
  id: string;
  cents: number;
  createdAt: string;
}

export interface DisputeRecord {
  id: string;
  cents: number;
  reason: string;
  /** The shop's evidence; PayPal then decides. */
  evidence?: { type: string; note: string; tracking: string[]; files: { name: string; bytes: number }[] };
  /** PayPal's code; absent while the dispute is open. */
  outcome?: string;
  createdAt: string;
  updatedAt: string;
}

const LIFE_MS = 3 * 60 * 60 * 1000;

/** PayPal gives the buyer three hours to approve, and the shop three more to capture. */
export const isExpired = ({ status, approvedAt, createdAt }: OrderRecord): boolean =>
  status !== 'COMPLETED' && Date.now() >= Date.parse(approvedAt ?? createdAt) + LIFE_MS;

export const unitOf = (order: OrderRecord) => order.request.purchase_units[0];

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** 17 capitals and digits, like PayPal's ids. */
export const newId = (): string => Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The part of a capture that is neither refunded nor reversed. */
export const leftOf = (order: OrderRecord, capture: CaptureRecord): number =>
  capture.cents -
  [...order.refunds, ...(order.reversals ?? [])]
    .filter(({ captureId, status }) => captureId === capture.id && status !== 'FAILED')
    .reduce((sum, { cents }) => sum + cents, 0);
