import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expireLots } from '#src/features/catalogue/server/lots/expire.service.ts';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { endRetention } from '#src/features/privacy/server/retention.service.ts';
import { mailRestocked } from '#src/features/restock/server/restock.service.ts';
import { DAY_MS, addDays, germanDay } from '#src/shared/german-day.ts';
import { failingOnce } from '../../support/failing-once.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { newEmail } from '../../support/people/sign-in.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

// Without a server, so nothing else runs these jobs.
const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'AGUA', quantity_available: 3 },
    { cod_catalog: 'MATE', quantity_available: 3 },
  ]),
);
const { signal } = new AbortController();

it('a restock notice that cannot be mailed does not keep the others from it', async () => {
  const { AGUA: product_id = 0 } = await idsOf(own.ctx);
  const emails = [newEmail(), newEmail()];
  const at = own.ctx.now().toISOString();
  for (const email of emails)
    await own.ctx.db.write((tx) =>
      tx
        .insertInto('restock_notices')
        .values({
          ...{ id: randomUUID(), product_id, email, email_key: email, locale: 'de-DE', token_hash: randomUUID() },
          ...{ created_at: at, confirmed_at: at },
        })
        .execute(),
    );
  const mailed = async () => (await Promise.all(emails.map((email) => mailsTo(own.ctx, email)))).flat().length;
  await mailRestocked(failingOnce(own.ctx), signal);
  expect(await mailed()).toBe(1);
  await mailRestocked(own.ctx, signal);
  expect(await mailed()).toBe(2);
});

it('a product whose expired units cannot leave the stock does not keep those of the others there', async () => {
  const today = germanDay(own.ctx.now().toISOString());
  const lines = ['AGUA', 'MATE'].map((code) => ({
    ...{ code, name: '', units: 2, cost: null, lot: 'L', bestBefore: addDays(today, 1) },
  }));
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: '1', lines })).ok).toBe(true);
  const inDays = { ...own.ctx, now: () => new Date(own.ctx.now().getTime() + 3 * DAY_MS) };
  const left = async () => {
    const rows = await own.ctx.db.read.selectFrom('lots').select('units').where('lot', '=', 'L').execute();
    return rows.map(({ units }) => units).toSorted((a, b) => a - b);
  };
  await expireLots(failingOnce(inDays));
  expect(await left()).toEqual([0, 2]);
  await expireLots(inDays);
  expect(await left()).toEqual([0, 0]);
});

it('a deletion that fails does not keep the others from it, and the job counts as failed', async () => {
  await own.ctx.db.write((tx) =>
    tx
      .insertInto('contact_messages')
      .values({
        ...{ id: randomUUID(), name: 'Ana', email: newEmail(), subject: 'Olá', message: 'Olá', locale: 'de-DE' },
        created_at: '1999-01-01T00:00:00.000Z',
      })
      .execute(),
  );
  await expect(endRetention(failingOnce(own.ctx))).rejects.toThrow('These steps failed: orders');
  const old = own.ctx.db.read.selectFrom('contact_messages').select('id').where('created_at', '<', '2000');
  expect(await old.execute()).toEqual([]);
});
