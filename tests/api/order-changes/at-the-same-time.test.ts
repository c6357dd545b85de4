import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createOffer, endOffer } from '#src/features/offers/server/offer.service.ts';
import { bookingsSoFar } from '#src/features/invoices/server/bookings.ts';
import { changeAddress } from '#src/features/order-changes/server/order-change.service.ts';
import { correctInvoice } from '#src/features/order-changes/server/wrong-invoice.service.ts';
import { deliverOrder, handOverOrder, packOrder } from '#src/features/orders/server/delivery.service.ts';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking } from '#src/features/orders/server/packing.loader.ts';
import { resendOrder } from '#src/features/orders/server/resend.service.ts';
import { refundOrder } from '#src/features/refunds/server/refund.service.ts';
import { readShop, unitsInAll } from '../../storm/books.ts';
import { wrongInvoices, wrongNumbers } from '../../storm/invoices.ts';
import { wrongParcels } from '../../storm/parcels.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Settled } from '../../support/people/buyer.ts';
import { ordersOfCheckout, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { STORED } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());
let ana: Buyer;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
});

const NO_LABEL = { carrier: null, trackingNumber: null };
const at = (number: string) => ({ ...ADDRESS, country: 'DE' as const, number });

async function buy(units = 3): Promise<StoredOrder> {
  const begun = await ana.begin([own.line('AGUA', units)]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderId } = await ana.capture(begun.checkoutId);
  return (await findOrder(own.ctx.db.read, orderId))!;
}

/** Documents, parcels and units of all orders so far. */
async function contradictions(): Promise<string[]> {
  const { checkouts } = await readShop(own.ctx);
  const all = [...checkouts.values()];
  return [
    ...all.flatMap(wrongInvoices),
    ...all.flatMap(wrongParcels),
    ...wrongNumbers(all.flatMap(({ invoices }) => invoices)),
  ];
}
const unitsOfAll = async () => [...unitsInAll(await readShop(own.ctx))];

/** The money that the shop has kept, in cents: by its payments, at PayPal, or by invoices and credit notes. */
async function kept(by: 'paid' | 'atPaypal' | 'booked' = 'paid'): Promise<number> {
  const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
  if (by === 'booked') return sum((await bookingsSoFar(own.ctx)).map(({ gross }) => gross));
  if (by === 'paid') {
    const payments = await own.ctx.db.read.selectFrom('payments').selectAll().execute();
    return sum(payments.map(({ amount_cents: paid, refunded_cents: back }) => paid - back));
  }
  const orders = await own.paypal.orders();
  return sum(
    orders.flatMap(({ captures, refunds }) => [
      ...captures.map(({ cents }) => cents),
      ...refunds.map(({ cents }) => -cents),
    ]),
  );
}

const changesOf = ({ id }: StoredOrder) =>
  own.ctx.db.read.selectFrom('order_changes').selectAll().where('order_id', '=', id).orderBy('created_at').execute();

it('two addresses for one order at the same time are two changes, one after the other', async () => {
  const order = await buy();
  const results = await Promise.all(['1', '2'].map((number) => changeAddress(own.ctx, order, at(number))));
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  const [first, second] = (await changesOf(order)).toSorted((one) =>
    one.before === JSON.stringify(order.address) ? -1 : 1,
  );
  expect(second!.before).toBe(first!.after);
  expect(JSON.stringify((await findOrder(own.ctx.db.read, order.id))!.address)).toBe(second!.after);
});

it('an order either changes its address or leaves, and a change after the hand-over is refused', async () => {
  for (const number of ['1', '2', '3']) {
    const order = await buy(1);
    const [changed] = await Promise.all([
      changeAddress(own.ctx, order, at(number)),
      handOverOrder(own.ctx, order, NO_LABEL),
    ]);
    const now = (await findOrder(own.ctx.db.read, order.id))!;
    expect([now.delivery, now.address.number]).toEqual(['with_carrier', changed.ok ? number : order.address.number]);
    if (!changed.ok) expect(changed.error.kind).toBe('too_late');
  }
});

it('refunds, packing, corrections and replacements at the same time lose no unit and no number', async () => {
  const before = await unitsOfAll();
  const orders = [await buy(), await buy(), await buy()];
  await Promise.all(
    orders.flatMap((order, index) => [
      refundOrder(own.ctx, order, { lines: [{ code: 'AGUA', units: 1 }], restock: true, again: true }),
      refundOrder(own.ctx, order, { amount: 100 + index, again: true }),
      packOrder(own.ctx, order, { units: new Map([['AGUA', 1]]) }),
      correctInvoice(own.ctx, order, { billing: STORED.billing, reference: 'A' }),
      correctInvoice(own.ctx, order, { billing: STORED.billing, reference: 'B' }),
    ]),
  );
  await Promise.all(
    orders.flatMap((order) => [1, 2].map((parcel) => handOverOrder(own.ctx, order, NO_LABEL, { parcel }))),
  );
  const again = { reason: 'lost' as const, units: new Map([['AGUA', 1]]) };
  const resent = await Promise.all(
    orders.flatMap((order) => [
      resendOrder(own.ctx, order, again),
      resendOrder(own.ctx, order, again),
      deliverOrder(own.ctx, order, { parcel: 1 }),
      refundOrder(own.ctx, order, { lines: [{ code: 'AGUA', units: 1 }], restock: true, again: true }),
    ]),
  );
  expect(resent.filter((result) => result.ok && 'parcel' in (result.value ?? {}))).toHaveLength(orders.length);
  expect(await contradictions()).toEqual([]);
  expect(await unitsOfAll()).toEqual(before);
  expect(await kept()).toEqual(await kept('atPaypal'));
  expect(await kept()).toEqual(await kept('booked'));
  for (const order of orders) {
    const { parcels } = await loadPacking(own.ctx.db.read, order);
    const sent = parcels.filter(({ parcel }) => parcel.reason === undefined).flatMap(({ lines }) => lines);
    // One unit was refunded before anything left, the other one came back.
    expect(sent.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
  }
});

it('offers at the same time hold no more units than there are, and end once', async () => {
  await setProduct(own.ctx, 'MATE', { quantity_available: 3 });
  const offer = (email = newEmail()) =>
    createOffer(own.ctx, {
      requestId: randomUUID(),
      lines: [own.line('MATE')],
      days: 1,
      to: { email, locale: 'de-DE', address: at('1') },
    });
  const made = (await Promise.all([1, 2, 3, 4, 5].map(() => offer()))).flatMap((one) => (one.ok ? one.value : []));
  expect([made.length, await stockOf(own.ctx, 'MATE')]).toEqual([3, 0]);
  const ended = await Promise.all(made.flatMap(({ id }) => [endOffer(own.ctx, id), endOffer(own.ctx, id)]));
  expect([ended.filter(({ ok }) => ok).length, await stockOf(own.ctx, 'MATE')]).toEqual([3, 3]);
});

it('an offer that is paid in two tabs at once is one order and one payment', async () => {
  const email = newEmail();
  const made = await createOffer(own.ctx, {
    requestId: randomUUID(),
    lines: [own.line('AGUA', 2)],
    days: 1,
    to: { email, locale: 'de-DE', address: at('1') },
  });
  const { id = '', link = '' } = made.ok ? made.value : {};
  const key = /key=([\w-]+)/.exec(link)![1]!;
  const visitor = newVisitor(own.server.url);
  const tap = () => visitor.post<Begun>('/api/offer/', { key, expectedTotal: 14.98 });
  const [first, second] = (await Promise.all([tap(), tap()])).map(({ body }) => body.paypalOrderId);
  expect(first).toBe(second);
  await own.paypal.approve(first!);
  const capture = () => visitor.post<Settled>(`/api/checkout/${id}/capture/`);
  const [one, other, again] = await Promise.all([capture(), capture(), tap()]);
  const [placed, ...more] = await ordersOfCheckout(own.ctx, id);
  expect(more).toEqual([]);
  for (const { status, body } of [one, other]) expect([status, body.orderNumber]).toEqual([200, placed!.order_number]);
  // The tap of a third tab is refused, or meets the same payment.
  expect([first, undefined]).toContain(again.body.paypalOrderId);
  expect((await own.paypal.order(first!)).captures).toHaveLength(1);
});
