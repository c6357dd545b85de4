import { loadParcels, isReady } from '#src/features/orders/server/packing.loader.ts';
import { mailsTo } from '../outside/mails.ts';
import type { PayingShop } from '../shops/paying-shop.ts';
import { newBuyer, type Begun, type Buyer } from './buyer.ts';
import type { DeskVisitor } from './desk-visitor.ts';
import { ordersOfCheckout } from './order-rows.ts';

export interface Bought extends Begun {
  number: string;
  buyer: Buyer;
}

/** An order with a payment at PayPal; two units are 14.98 €. */
export async function buy({ ctx, line, paypal, server }: PayingShop, units = 2): Promise<Bought> {
  const buyer = await newBuyer(ctx, server.url);
  const begun = await buyer.begin([line('AGUA', units)]);
  await paypal.approve(begun.paypalOrderId);
  return { ...begun, buyer, number: (await buyer.capture(begun.checkoutId)).orderNumber };
}

/** What tests ask about an order whose money PayPal or a bank takes back. `shopEmail`: who reads the shop's mails. */
export const caseQuestions = (own: PayingShop, shopEmail: string) => {
  const casesOf = ({ checkoutId }: Bought) =>
    own.ctx.db.read.selectFrom('payment_cases').selectAll().where('checkout_id', '=', checkoutId).execute();
  const documentsOf = async ({ checkoutId }: Bought) =>
    (
      await own.ctx.db.read
        .selectFrom('invoices')
        .innerJoin('orders', 'orders.id', 'invoices.order_id')
        .select(['invoices.kind', 'invoices.total_cents', 'invoices.content'])
        .where('orders.checkout_id', '=', checkoutId)
        .orderBy('invoices.issued_at')
        .execute()
    ).map(({ kind, total_cents: total, content }) => ({ kind, total, content }));
  return {
    casesOf,
    documentsOf,
    kindsOf: async (bought: Bought) => (await documentsOf(bought)).map(({ kind, total }) => [kind, total]),
    newsOf: async ({ number }: Bought) =>
      (await mailsTo(own.ctx, shopEmail))
        .filter(({ kind, subject }) => kind === 'payment_case' && subject.includes(number))
        .map(({ subject }) => subject),
    paymentStatus: async ({ checkoutId }: Bought) => (await ordersOfCheckout(own.ctx, checkoutId))[0]?.payment_status,
    isProposed: async ({ number }: Bought) =>
      (await loadParcels(own.ctx.db.read, 'in_separation'))
        .filter(isReady)
        .some(({ order }) => order.orderNumber === number),
  };
};

/** Sends one of the forms about a case on the order's page of the desk. */
export const actOnCase = (who: DeskVisitor, { number }: Bought, name: string, id: string) =>
  who.post(`/desk/orders/${number}`, { act: name, case: id });
