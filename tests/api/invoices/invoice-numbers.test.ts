import { once } from 'node:events';
import { expect, it } from 'vitest';
import { wrongInvoices, wrongNumbers } from '../../storm/invoices.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { readShop } from '../../storm/books.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import { letTimePass } from '../../support/people/pass-time.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { until } from '../../support/until.ts';

const ORDERS = isWholeMatrix ? 200 : 32;
/** So many are placed before the kill. */
const BEFORE = ORDERS / 4;

const own = forFile(() => payingShop({ PAYPAL_TIMEOUT_MS: '20000' }));

const placed = async () => (await own.ctx.db.read.selectFrom('orders').select('id').execute()).length;

it('invoice numbers have no gap when two servers place orders at once and one is killed', { retry: 0 }, async () => {
  await setProduct(own.ctx, 'AGUA', { quantity_available: ORDERS });
  const { AGUA: productId = 0 } = await idsOf(own.ctx);
  const killed = await own.serve();
  const paid = await inTurns(ORDERS, async (index) => {
    const buyer = await newBuyer(own.ctx, [own.server.url, killed.url][index % 2]!);
    const { checkoutId, paypalOrderId } = await buyer.begin([{ productId, quantity: 1 }], { expectedTotal: 9.99 });
    await own.paypal.approve(paypalOrderId);
    return { buyer, checkoutId };
  });
  // So that some are not placed when the server dies, however late the kill comes.
  await own.paypal.next({ call: 'capture', fault: 'slow', ms: 10_000, times: 4 });
  const captures = Promise.allSettled(paid.map(({ buyer, checkoutId }) => buyer.tryCapture(checkoutId)));
  await until('enough orders', async () => (await placed()) >= BEFORE);
  const exit = once(killed.process, 'exit');
  killed.process.kill('SIGKILL');
  await exit;
  await captures;
  expect(await placed()).toBeLessThan(ORDERS); // otherwise the kill came too late to prove anything
  await letTimePass(own.ctx);
  // PayPal may still work on a slow capture of the killed server, and the shop then says to try again.
  await inTurns(ORDERS, (index) => {
    const { buyer, checkoutId } = paid[index]!;
    const here = buyer.at(own.server.url);
    return until('the order', async () => (await here.tryCapture(checkoutId)).status === 200);
  });
  const checkouts = [...(await readShop(own.ctx)).checkouts.values()];
  const invoices = checkouts.flatMap((checkout) => checkout.invoices);
  expect([...checkouts.flatMap(wrongInvoices), ...wrongNumbers(invoices)]).toEqual([]);
  expect([invoices.length, new Set(invoices.map(({ number }) => number)).size]).toEqual([ORDERS, ORDERS]);
});

/** Eight at a time. */
async function inTurns<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await act(index);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return results;
}
