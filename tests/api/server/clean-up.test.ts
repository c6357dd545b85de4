import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertContactMessage } from '#src/features/contact/server/contact.repository.ts';
import { newBuyer } from '../../support/buyer.ts';
import { changeCheckout, idsOf } from '../../support/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/paying-shop.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 24 * 3600_000;

let own: PayingShop;
beforeAll(async () => {
  own = await payingShop();
});
afterAll(() => own?.dispose());

const daysAgo = (days: number) => new Date(own.ctx.now().getTime() - days * DAY_MS).toISOString();

/** A checkout that somebody gave up so many days ago. */
async function givenUp(days: number): Promise<string> {
  const ids = await idsOf(own.ctx);
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { checkoutId } = await buyer.begin([{ productId: ids.AGUA ?? 0, quantity: 1 }]);
  expect((await buyer.post(`/api/checkout/${checkoutId}/cancel/`, {})).status).toBe(200);
  await changeCheckout(own.ctx, checkoutId, { updated_at: daysAgo(days) });
  return checkoutId;
}

async function bought(): Promise<string> {
  const ids = await idsOf(own.ctx);
  const buyer = await newBuyer(own.ctx, own.server.url);
  const { checkoutId, paypalOrderId } = await buyer.begin([{ productId: ids.AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(paypalOrderId);
  await buyer.capture(checkoutId);
  await changeCheckout(own.ctx, checkoutId, { updated_at: daysAgo(400) });
  return checkoutId;
}

const message = (id: string, days: number) => ({
  id,
  name: 'Ana',
  email: 'ana@kunde.example',
  subject: 'other',
  message: 'Oi',
  locale: 'pt-BR' as const,
  created_at: daysAgo(days),
});

it('a shop that starts forgets what it may not keep, and keeps the rest', async () => {
  const { db } = own.ctx;
  const [old, young, order] = [await givenUp(31), await givenUp(29), await bought()];
  await db.write(async (tx) => {
    await insertContactMessage(tx, message('old', 366));
    await insertContactMessage(tx, message('young', 364));
    await tx
      .updateTable('outbox')
      .set({ sent_at: daysAgo(400), due_at: null })
      .where('kind', '=', 'order_confirmation')
      .execute();
    const { id, ...mail } = await tx.selectFrom('outbox').selectAll().limit(1).executeTakeFirstOrThrow();
    for (const kind of ['welcome', 'contact'])
      for (const days of [366, 364])
        await tx
          .insertInto('outbox')
          .values({ ...mail, id: `${id}-${kind}-${days}`, kind, sent_at: daysAgo(days) })
          .execute();
  });
  await own.serve();
  const idsIn = async (table: 'checkouts' | 'contact_messages') =>
    (await db.read.selectFrom(table).select('id').execute()).map((row) => row.id).sort();
  await until('the old checkout to go', async () => !(await idsIn('checkouts')).includes(old));
  expect(await idsIn('checkouts')).toEqual([young, order].sort());
  expect(await idsIn('contact_messages')).toEqual(['young']);
  const lines = await db.read.selectFrom('checkout_lines').select('checkout_id').execute();
  expect(lines.map((row) => row.checkout_id).sort()).toEqual([young, order].sort());
  const mails = await db.read.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(mails.map((mail) => mail.kind)).toEqual(['contact', 'order_confirmation', 'welcome']);
});
