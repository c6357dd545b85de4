import { beforeAll, expect, it } from 'vitest';
import { comparePayments } from '#src/features/checkout/server/missing-payments.service.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const DAY_MS = 86_400_000;

const own = forFile(() => payingShop());
let ana: Buyer;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

const missing = (since: string, ...options: string[]) =>
  shopHere(['orders', 'missing', '--since', since, ...options], own.env);
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

async function buy(): Promise<{ orderNumber: string; checkoutId: string }> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  return { ...begun, ...(await ana.capture(begun.checkoutId)) };
}

it('only payments missing in a restored backup are listed, with buyer and amount', async () => {
  const first = await buy();
  const given = await buy();
  await shopHere(['orders', 'refund', given.orderNumber, '--yes'], own.env);
  // A window of 30 days each, and the present one.
  expect(await missing(dayBefore(70))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The shop knows all payments.'),
  });

  const lost = await buy();
  const { db } = own.ctx;
  const { capture_id } = await db.read
    .selectFrom('payments')
    .select('capture_id')
    .where('checkout_id', '=', lost.checkoutId)
    .executeTakeFirstOrThrow();
  await db.read.deleteFrom('payments').where('capture_id', '=', capture_id).execute();
  const { code, stdout, stderr } = await missing(dayBefore(1));
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(`^\\S+ \\S+  ${capture_id}  9,99\\s€  Test Buyer  \\S+@\\S+  checkout ${lost.checkoutId}\\n$`),
  );
  expect(JSON.parse((await missing(dayBefore(1), '--json')).stdout)).toMatchObject([
    { captureId: capture_id, amountCents: 999, currency: 'EUR', name: 'Test Buyer', checkoutId: lost.checkoutId },
  ]);
  expect(stderr).toContain('1 payment without an order. First run: npm run shop -- orders reconcile.');

  // PayPal lists the second in which one window ends and the next begins once.
  const { transactions } = await own.ctx.paypal
    .listTransactions({ from: new Date(Date.now() - DAY_MS), until: new Date() }, 1)
    .then(valueOf);
  const { at } = transactions.find(({ id }) => id === capture_id)!;
  const compared = await comparePayments(own.ctx, new Date(Date.parse(at) - 30 * DAY_MS)).then(valueOf);
  expect(compared.unknown.map(({ id }) => id)).toEqual([capture_id]);

  const owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  const inDesk = await owner.get('/desk/money/paypal');
  expect(inDesk.text).toMatch(
    new RegExp(
      `without an order.*Test Buyer \\S+@\\S+ ${capture_id} 9,99\\s€.*PayPal lists the payments of all orders`,
    ),
  );
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  await db.read
    .updateTable('payments')
    .set({ capture_id: 'NOBODY', created_at: yesterday })
    .where('checkout_id', '=', first.checkoutId)
    .execute();
  expect((await owner.get('/desk/money/paypal')).text).toMatch(
    new RegExp(`does not list.*${first.orderNumber} NOBODY 9,99\\s€`),
  );
});

it('an unavailable PayPal and an invalid day are reported', async () => {
  const owner = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner');
  await own.paypal.next({ call: 'list', fault: '500', times: 3 });
  expect(await owner.get('/desk/money/paypal')).toMatchObject({
    status: 502,
    text: expect.stringContaining('PayPal did not answer ('),
  });
  await own.paypal.next({ call: 'list', fault: '500', times: 3 });
  expect(await missing(dayBefore(1))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PayPal did not answer ('),
  });
  expect((await missing('yesterday')).stderr).toContain('Example: --since 2026-11-01');
});
