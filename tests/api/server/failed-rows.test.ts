import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deleteIdleAccounts, warnIdleAccounts } from '#src/features/account/server/idle-account.service.ts';
import { expireLots } from '#src/features/catalogue/server/lots/expire.service.ts';
import { releaseEndedHolds } from '#src/features/checkout/server/hold.ts';
import { processDueEvents } from '#src/features/checkout/server/webhook.service.ts';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { loadLotOffer, endShortDated, offerLot } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { endRetention } from '#src/features/privacy/server/retention.service.ts';
import { mailRestocked } from '#src/features/restock/server/restock.service.ts';
import { tellPaypalOfParcels } from '#src/features/shipping/server/paypal-tracking.service.ts';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { DHL_EMULATOR_ACCOUNT } from '#src/settings/environment/dhl-config.ts';
import { DAY_MS, addDays, germanDay } from '#src/shared/german-day.ts';
import { ok } from '#src/shared/result.ts';
import { failing } from '../../support/failing.ts';
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
const daysLater = (days: number): Context => ({
  ...own.ctx,
  now: () => new Date(own.ctx.now().getTime() + days * DAY_MS),
});
const daysAgo = (days: number) => daysLater(-days).now().toISOString();

/** Checkouts without lines; returns their ids. */
async function checkouts(count: number, values: Partial<CheckoutRow>): Promise<string[]> {
  const at = own.ctx.now().toISOString();
  const rows = Array.from({ length: count }, () => ({
    ...{ id: randomUUID(), request_id: randomUUID(), state: 'open', locale: 'de-DE', email: '', client_name: '' },
    ...{ shipping_address: 'null', subtotal_cents: 9, shipping_cents: 0, deposit_cents: 0, total_cents: 9, vat: '[]' },
    ...{ hold: 'released', created_at: at, updated_at: at, ...values },
  })) as CheckoutRow[];
  await own.ctx.db.write((tx) => tx.insertInto('checkouts').values(rows).execute());
  return rows.map(({ id }) => id);
}

/** Two paid orders; returns their ids. */
async function orders(): Promise<string[]> {
  const ids = await checkouts(2, { state: 'ordered' });
  const at = own.ctx.now().toISOString();
  await own.ctx.db.write(async (tx) => {
    for (const id of ids) {
      const times = { created_at: at, updated_at: at };
      const amounts = { amount_cents: 9, refunded_cents: 0 };
      await tx
        .insertInto('payments')
        .values({ capture_id: id, checkout_id: id, status: 'COMPLETED', ...amounts, ...times })
        .execute();
      const states = { payment_status: 'paid', delivery_status: 'delivered' } as const;
      await tx
        .insertInto('orders')
        .values({ id, order_number: id, checkout_id: id, ...states, ordered_at: at, updated_at: at })
        .execute();
    }
  });
  return ids;
}

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
  await mailRestocked(failing(own.ctx), signal);
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
  const inDays = daysLater(3);
  const left = async () => {
    const rows = await own.ctx.db.read.selectFrom('lots').select('units').where('lot', '=', 'L').execute();
    return rows.map(({ units }) => units).toSorted((a, b) => a - b);
  };
  await expireLots(failing(inDays));
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
  await expect(endRetention(failing(own.ctx))).rejects.toThrow('These steps failed: orders');
  const old = own.ctx.db.read.selectFrom('contact_messages').select('id').where('created_at', '<', '2000');
  expect(await old.execute()).toEqual([]);
});

it('an idle account whose owner cannot be warned, or that cannot be deleted, does not keep the others', async () => {
  const email = newEmail();
  await own.ctx.db.write(async (tx) => {
    for (const id of ['a', 'b']) {
      const address = { address: '', number: '', additional_address: '', postal_code: '', city: '', country: 'DE' };
      const times = { created_at: daysAgo(4 * 365), updated_at: daysAgo(4 * 365) };
      await tx
        .insertInto('clients')
        .values({
          id,
          email,
          email_key: id,
          password_hash: '',
          name: id,
          lastname: '',
          phone: '',
          locale: 'de-DE',
          ...address,
          ...times,
        })
        .execute();
    }
  });
  const mailed = async (kind: string) => (await mailsTo(own.ctx, email)).filter((mail) => mail.kind === kind).length;
  await warnIdleAccounts(failing(own.ctx));
  expect(await mailed('account_idle')).toBe(1);
  await warnIdleAccounts(own.ctx);
  expect(await mailed('account_idle')).toBe(2);
  let recorded = 0;
  const record = () => Promise.resolve(void (recorded += 1));
  await deleteIdleAccounts(failing(daysLater(32)), record);
  expect([await mailed('account_deleted'), recorded]).toEqual([1, 1]);
  await deleteIdleAccounts(daysLater(32), record);
  expect([await mailed('account_deleted'), recorded]).toEqual([2, 2]);
});

it('a hundred expired holds that cannot be released do not keep the units of another one', async () => {
  const ids = await checkouts(101, { hold: 'held', hold_expires_at: daysAgo(1), created_at: daysAgo(1) });
  const released = async () => {
    const rows = own.ctx.db.read.selectFrom('checkouts').select('id').where('hold', '=', 'released');
    return (await rows.where('id', 'in', ids).execute()).length;
  };
  await releaseEndedHolds(failing(own.ctx, { times: 100 }));
  expect(await released()).toBe(1);
  await releaseEndedHolds(own.ctx);
  expect(await released()).toBe(101);
});

it('an event of PayPal that cannot be processed does not keep the others, and is tried again', async () => {
  const at = own.ctx.now().toISOString();
  const event = { type: 'CHECKOUT.ORDER.APPROVED', received_at: at, processed_at: null, check_at: at };
  const body = (id: string) => JSON.stringify({ id, event_type: event.type, resource: { id: 'UNKNOWN' } });
  await own.ctx.db.write((tx) =>
    tx
      .insertInto('paypal_events')
      .values(['WH-1', 'WH-2'].map((id) => ({ ...event, id, body: body(id) })))
      .execute(),
  );
  const waits = async (ctx: Context) => {
    const rows = await own.ctx.db.read.selectFrom('paypal_events').select('check_at').execute();
    return rows.map(({ check_at }) => check_at! > ctx.now().toISOString());
  };
  // The first transaction claims the event; the one after it fails.
  await processDueEvents(failing(own.ctx, { after: 1 }));
  expect(await waits(own.ctx)).toEqual([true, true]);
  await processDueEvents(daysLater(1));
  expect(await waits(daysLater(1))).toEqual([true, true]);
});

it('a short-dated variant that cannot end does not keep the others in the shop', async () => {
  const bestBefore = addDays(germanDay(own.ctx.now().toISOString()), 9);
  const lines = ['AGUA', 'MATE'].map((code) => ({ code, name: '', units: 2, cost: null, lot: 'S', bestBefore }));
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: '2', lines })).ok).toBe(true);
  const lots = await own.ctx.db.read.selectFrom('lots').select('id').where('lot', '=', 'S').execute();
  for (const { id: lotId } of lots) {
    const { choices } = (await loadLotOffer(own.ctx, own.ctx.db.read, lotId))!;
    const { percent } = choices[0]!;
    expect(await offerLot(own.ctx, { lotId, units: 1, seen: 2, percent })).toMatchObject({ ok: true });
  }
  const ended = async () => {
    const variants = own.ctx.db.read.selectFrom('products').select('id').where('sold_until', '=', bestBefore);
    return (await variants.where('withdrawn_at', 'is not', null).execute()).length;
  };
  await endShortDated(failing(daysLater(11)));
  expect(await ended()).toBe(1);
  await endShortDated(daysLater(11));
  expect(await ended()).toBe(2);
});

it('a return parcel whose row cannot be stored goes behind the others', async () => {
  const created_at = daysAgo(61);
  const dhl = { ...DHL_EMULATOR_ACCOUNT, apiBase: 'http://127.0.0.1:9', timeoutMs: 100 };
  const withDhl = (ctx: Context): Context => ({ ...ctx, config: { ...ctx.config, dhl } });
  // DHL is not asked about labels that are so old.
  const label = { round: 1, state: 'made', asked_by: 'buyer', tries: 0, check_at: created_at, created_at } as const;
  const labels = (await orders()).map((order_id) => ({
    ...label,
    order_id,
    reference: order_id,
    tracking_number: '1',
  }));
  await own.ctx.db.write((tx) => tx.insertInto('return_labels').values(labels).execute());
  const states = async () => {
    const rows = await own.ctx.db.read.selectFrom('return_labels').select(['state', 'tries']).execute();
    return rows.map(({ state, tries }) => `${state} ${tries}`).toSorted();
  };
  // The first transaction takes the lease; the one after it fails.
  await followReturns(failing(withDhl(own.ctx), { after: 1 }));
  expect(await states()).toEqual(['ended 0', 'made 1']);
  await followReturns(withDhl(daysLater(1)));
  expect(await states()).toEqual(['ended 0', 'ended 1']);
});

it('a parcel that PayPal knows and whose row cannot be stored goes behind the others', async () => {
  const at = own.ctx.now().toISOString();
  const tracker = { state: 'leaving', round: 1, tries: 0, check_at: at, created_at: at } as const;
  const trackers = (await orders()).map((order_id) => ({ ...tracker, order_id, tracking_number: order_id }));
  await own.ctx.db.write((tx) => tx.insertInto('paypal_trackers').values(trackers).execute());
  const paypal = { ...own.ctx.paypal, cancelTracker: () => Promise.resolve(ok({})) };
  const states = async () => {
    const rows = await own.ctx.db.read.selectFrom('paypal_trackers').select(['state', 'tries']).execute();
    return rows.map(({ state, tries }) => `${state} ${tries}`).toSorted();
  };
  // The first two take the lease and look for what PayPal has to know; the one after them fails.
  await tellPaypalOfParcels({ ...failing(own.ctx, { after: 2 }), paypal });
  expect(await states()).toEqual(['leaving 1', 'withdrawn 0']);
  await tellPaypalOfParcels({ ...daysLater(1), paypal });
  expect(await states()).toEqual(['withdrawn 0', 'withdrawn 0']);
});
