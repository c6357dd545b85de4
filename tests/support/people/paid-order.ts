import { beforeAll, beforeEach, expect } from 'vitest';
import type { PayingShop } from '../shops/paying-shop.ts';
import { newBuyer, type Begun, type Buyer, type Purchases } from './buyer.ts';
import {
  closeAllCheckouts,
  idsOf,
  mailKindsTo,
  ordersOfCheckout,
  paymentsOfCheckout,
  refundsOfCheckout,
  setProduct,
} from './order-rows.ts';

/** What became of a buyer's money: at PayPal, in the shop's rows, in mails and in the buyer's history. */
export interface PaidOrder {
  ana: Buyer;
  begun: Begun;
  /** The number of the order. */
  number: string;
  lines: { productId: number; quantity: number }[];
  /** Cents of each refund. */
  atPaypal: () => Promise<number[]>;
  payment: () => Promise<Awaited<ReturnType<typeof paymentsOfCheckout>>[number] | undefined>;
  order: () => Promise<Awaited<ReturnType<typeof ordersOfCheckout>>[number] | undefined>;
  refunds: () => ReturnType<typeof refundsOfCheckout>;
  /** How many mails about refunds the buyer got. */
  mails: () => Promise<number>;
  /** Expects that cents came back, and that everybody who may ask is told so. */
  expectRefunded: (cents: number) => Promise<void>;
}

/** Before each test: a buyer with a paid order of 14.98 €. */
export function paidOrder(own: PayingShop): PaidOrder {
  const paid = {} as PaidOrder;
  const checkoutId = () => paid.begun.checkoutId;
  beforeAll(async () => {
    paid.lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }];
  });
  beforeEach(async () => {
    await own.paypal.reset();
    await closeAllCheckouts(own.ctx);
    await own.ctx.db.read.updateTable('refunds').set({ check_at: null }).execute();
    await own.ctx.db.read.deleteFrom('paypal_events').execute();
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    paid.ana = await newBuyer(own.ctx, own.server.url);
    paid.begun = await paid.ana.begin(paid.lines);
    await own.paypal.approve(paid.begun.paypalOrderId);
    paid.number = (await paid.ana.capture(checkoutId())).orderNumber;
  });
  const shownStatus = async () =>
    (await paid.ana.get<Purchases>(`/api/previous-purchases/${paid.ana.clientId}/`)).body[0]?.status;
  return Object.assign(paid, {
    atPaypal: async () => (await own.paypal.order(paid.begun.paypalOrderId)).refunds.map(({ cents }) => cents),
    payment: async () => (await paymentsOfCheckout(own.ctx, checkoutId()))[0],
    order: async () => (await ordersOfCheckout(own.ctx, checkoutId()))[0],
    refunds: () => refundsOfCheckout(own.ctx, checkoutId()),
    mails: async () => (await mailKindsTo(own.ctx, paid.ana.email)).filter((kind) => kind === 'refund').length,
    async expectRefunded(cents: number) {
      expect((await paid.atPaypal()).reduce((sum, part) => sum + part, 0)).toBe(cents);
      const all = cents === 1498;
      expect(await paid.payment()).toMatchObject({
        refunded_cents: cents,
        status: all ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      });
      expect(await paid.order()).toMatchObject({ payment_status: all ? 'refunded' : 'partially_refunded' });
      expect(await shownStatus()).toBe(all ? 'refunded' : 'in_separation');
    },
  });
}
