import type { VatShare } from '#src/features/cart/totals.ts';
import type { OrderDelivery } from '#src/shared/delivery/delivery-method.ts';
import type { Cents } from '#src/shared/money.ts';
import type { OrderWishes } from './order-wishes.ts';
import type { VoucherPart } from './voucher-part.ts';

export interface ShippingAddress {
  name: string;
  address: string;
  number: string;
  additional_address: string;
  postal_code: string;
  city: string;
  country: 'DE';
}

export const ORDER_STATUSES = [
  'payment_pending',
  'in_separation',
  'not_with_carrier',
  'with_carrier',
  'delivered',
  'refunded',
  'cancelled',
] as const;

/** The status that customers see: the payment's while it is pending or refunded, otherwise the parcel's. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export type PaymentStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled';
export const UNDELIVERED = ['in_separation', 'not_with_carrier', 'with_carrier'] as const;
export type Undelivered = (typeof UNDELIVERED)[number];
export type DeliveryStatus = Undelivered | 'delivered';

export function orderStatus(payment: PaymentStatus, delivery: DeliveryStatus): OrderStatus {
  if (payment === 'pending') return 'payment_pending';
  return payment === 'refunded' || payment === 'cancelled' ? payment : delivery;
}

export interface OrderLine {
  productId: number;
  name: string;
  code: string;
  quantity: number;
  /** What the buyer pays for one unit. */
  price: Cents;
  /** What a discount code took off it. */
  discount?: Cents;
  /** Deposit of one unit. */
  deposit: Cents;
  /** percent */
  vatRate: number;
  withdrawal: string;
  /** Brand, subtitle and net quantity, in the order's language. */
  traits: string;
  /** The set that was bought, of which this line is a part; `code` names it too. */
  set?: { id: number; name: string; quantity: number };
}

/** The catalogue code of a line's product. The code of a part names its set, too: `SET-001/BEB-001`. */
export function productCodeOf({ code }: Pick<OrderLine, 'code'>): string {
  const [first, part] = code.split('/');
  return part ?? first!;
}

/**
 * The lines as they are packed: those of one product in one set are one, because only the cents of their prices
 * differ.
 */
export const packedLines = <Line extends OrderLine>(lines: readonly Line[]): Line[] =>
  [
    ...Map.groupBy(lines, ({ productId, set, code }) =>
      set ? `${set.id} ${productId}` : productCodeOf({ code }),
    ).values(),
  ].map((same) => ({ ...same[0]!, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }));

/** A discount by a code, which prices and shipping contain. */
interface OrderDiscount {
  code: string;
  /** Off the goods. */
  goods: Cents;
  /** Off the shipping. */
  shipping: Cents;
}

/** Goods and shipping without the discount, then the discount with its sign: they add up to what was paid. */
export function listedTotals({
  subtotal,
  shipping,
  discount,
}: Pick<OrderContent, 'subtotal' | 'shipping' | 'discount'>) {
  return {
    subtotal: subtotal + (discount?.goods ?? 0),
    shipping: shipping + (discount?.shipping ?? 0),
    discount: discount && { code: discount.code, amount: -discount.goods - discount.shipping },
  };
}

/** What is ordered, where it goes, and what it costs. */
export interface OrderContent extends OrderWishes {
  lines: OrderLine[];
  deliveryMethod: OrderDelivery;
  /** For a collection: the buyer's name and the place. For a gift voucher: only the name. */
  address: ShippingAddress;
  /** After the discount of a code, like the prices of the lines and `shipping`. */
  subtotal: Cents;
  shipping: Cents;
  /** What a code took off. */
  discount?: OrderDiscount;
  deposit: Cents;
  vat: VatShare[];
  total: Cents;
  /** What a gift voucher paid of the total. */
  voucher?: VoucherPart;
}

export interface Order extends OrderContent {
  id: string;
  orderNumber: string;
  /** ISO-8601 */
  orderedAt: string;
  /** ISO-8601; null: not delivered, or delivered before the shop stored it */
  deliveredAt: string | null;
  status: OrderStatus;
  payment: PaymentStatus;
  delivery: DeliveryStatus;
  /** How much of the shipping is for the faster delivery. */
  fastSurcharge: Cents;
  refunded: Cents;
}

/** Whether any of its money can be refunded. */
export const isRefundable = ({ payment }: Pick<Order, 'payment'>): boolean =>
  payment === 'paid' || payment === 'partially_refunded';

/** Whether the parcel has not left the shop. */
export const isStillHere = ({ delivery }: Pick<Order, 'delivery'>): boolean =>
  delivery === 'in_separation' || delivery === 'not_with_carrier';

/**
 * Whether the deposit must not be refunded, because the packs stay with the buyer (§ 46(2) VerpackDG): after the
 * delivery, unless the goods come back.
 */
export const doPacksStay = (order: Pick<Order, 'delivery' | 'deposit'>, doGoodsComeBack: boolean): boolean =>
  order.deposit > 0 && !isStillHere(order) && !doGoodsComeBack;

/**
 * Whether the surcharge for the faster delivery need not be refunded: the buyer withdraws after it was spent (§ 357(2)
 * BGB).
 */
export const doesSurchargeStay = (order: Pick<Order, 'delivery' | 'fastSurcharge'>, isWithdrawn: boolean): boolean =>
  order.fastSurcharge > 0 && !isStillHere(order) && isWithdrawn;

/** The specification's `order_closed`: the shop has nothing left to do. */
export const isClosed = ({ delivery, payment }: Pick<Order, 'delivery' | 'payment'>): boolean =>
  delivery === 'delivered' || payment === 'refunded' || payment === 'cancelled';
