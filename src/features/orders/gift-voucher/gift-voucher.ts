/** Gift vouchers that are sold here: what their checkout stores, and what their order shows. */
import type { Order, OrderLine } from '../order.ts';
import type { DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import type { Cents } from '#src/shared/money.ts';

/** Somebody else who is sent the voucher. */
interface Receiver {
  name: string;
  email: string;
  message: string;
  /** The day in Germany; null: at once. */
  sendOn: string | null;
}

export interface BoughtVoucher {
  /** What the order calls it, in the order's language. */
  name: string;
  /** Who gives it away. */
  from: string;
  /** null: the buyer prints it. Also null once the voucher exists, which stores it and deletes it sooner. */
  to: Receiver | null;
  /** Hash of what the buyer sent, so that a repeated request is recognized. */
  digest: string;
}

/** Gift vouchers are sold for whole euros. */
export const LEAST_SOLD = 10;
export const MOST_SOLD = 250;
/** The form offers them beside any other value. */
export const OFFERED_VALUES = [25, 50, 100] as const;

const CODE = 'GIFT-VOUCHER';

/** The code of a line as people read it: a gift voucher is not a product, so it has none. */
export const shownCode = ({ code }: Pick<OrderLine, 'code'>): string => (code === CODE ? '' : code);

/** The code and name of a line, as the command line prints them. */
export const codeAndName = ({ code, name }: Pick<OrderLine, 'code' | 'name'>): string =>
  [shownCode({ code }), name].filter(Boolean).join('  ');

export const isGiftVoucher = ({ deliveryMethod }: Pick<Order, 'deliveryMethod'>): boolean => deliveryMethod === 'email';

/** How goods get to their buyer. */
export const goodsMethod = ({ deliveryMethod }: Pick<Order, 'deliveryMethod'>): DeliveryMethod =>
  deliveryMethod === 'email' ? 'standard' : deliveryMethod;

/** A voucher is not a product, so the order's only line is not stored. Without VAT: it is for goods of any rate. */
export const voucherLine = ({ name }: BoughtVoucher, value: Cents): OrderLine => ({
  ...{ productId: 0, name, code: CODE, quantity: 1, price: value, deposit: 0 },
  ...{ vatRate: 0, withdrawal: 'none', traits: '' },
});

/** Whether a voucher was bought for somebody else. */
export const isGiven = ({ sender_name }: { sender_name: string | null }): boolean => sender_name !== null;
