import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchClients } from '#src/features/account/server/client.repository.ts';
import { insertConsent } from '#src/features/consent/server/consent.repository.ts';
import { insertContactMessage } from '#src/features/contact/server/contact.repository.ts';
import { createOffer, endOffer } from '#src/features/offers/server/offer.service.ts';
import { hashToken } from '#src/server/http/session.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer } from '../../support/people/buyer.ts';
import { newGuest, type GuestBuyer } from '../../support/people/guest.ts';
import { changeCheckout, idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 24 * 3600_000;

let own: PayingShop;
beforeAll(async () => {
  own = await payingShop();
});
afterAll(() => own?.dispose());

const daysAgo = (days: number) => new Date(own.ctx.now().getTime() - days * DAY_MS).toISOString();

/** A checkout cancelled this many days ago. */
async function givenUp(days: number, guest?: GuestBuyer): Promise<string> {
  const ids = await idsOf(own.ctx);
  const buyer = guest ?? (await newBuyer(own.ctx, own.server.url));
  const { checkoutId } = await buyer.begin([{ productId: ids.AGUA ?? 0, quantity: 1 }]);
  expect((await buyer.cancel(checkoutId)).status).toBe(200);
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

/** An order by phone that waits for its buyer. */
async function offered(): Promise<string> {
  const { AGUA: productId = 0 } = await idsOf(own.ctx);
  const to = { email: newEmail(), locale: 'de-DE' as const, address: { ...ADDRESS, country: 'DE' as const } };
  const made = await createOffer(own.ctx, {
    requestId: randomUUID(),
    lines: [{ productId, quantity: 1 }],
    days: 7,
    to,
  });
  return made.ok ? made.value.id : made.error.kind;
}

/** An account last changed by the previous version, which does not write the search column. */
async function changedByVersionBefore(name: string, search: { search_text?: string } = {}): Promise<string> {
  const { clientId } = await newBuyer(own.ctx, own.server.url);
  const updated_at = own.ctx.now().toISOString();
  await own.ctx.db.read
    .updateTable('clients')
    .set({ name, phone: '+49 341 555 0188', updated_at, ...search })
    .where('id', '=', clientId)
    .execute();
  return clientId;
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

const CONSENT = { choice: 'all', text_version: '2026-11-21', locale: 'pt-BR' };

it('the server start makes accounts from the previous version searchable', async () => {
  const clients = [
    await changedByVersionBefore('Jussára', { search_text: '' }),
    await changedByVersionBefore('Jussára'),
  ].sort();
  const found = async (text: string) => (await searchClients(own.ctx.db.read, text)).map(({ id }) => id).sort();
  const server = await own.serve();
  await until('both accounts are found', async () => (await found('jussara')).length === 2);
  expect(await found('jussara')).toEqual(clients);
  expect(await found('0341 5550188')).toEqual(clients);
  await server.stop();
});

it('the server start deletes data that the shop may not keep, and keeps the rest', async () => {
  const { db } = own.ctx;
  const [old, young, order] = [await givenUp(31), await givenUp(29), await bought()];
  const [oldOffer, offer] = [await offered(), await offered()];
  expect((await endOffer(own.ctx, oldOffer)).ok).toBe(true);
  await changeCheckout(own.ctx, oldOffer, { updated_at: daysAgo(31) });
  const [past, present] = [newGuest(own.server.url), newGuest(own.server.url)];
  await givenUp(31, past);
  const youngGuest = await givenUp(29, present);
  const hashOf = ({ visitor }: GuestBuyer) => hashToken(visitor.cookies.get('guest')!);
  await db.read
    .updateTable('guests')
    .set({ expires_at: daysAgo(1) })
    .where('token_hash', '=', hashOf(past))
    .execute();
  await db.write(async (tx) => {
    await insertContactMessage(tx, message('old', 366));
    await insertContactMessage(tx, message('young', 364));
    await tx
      .updateTable('outbox')
      .set({ sent_at: daysAgo(400), due_at: null })
      .where('kind', '=', 'order_confirmation')
      .execute();
    const { id, ...copied } = await tx.selectFrom('outbox').selectAll().limit(1).executeTakeFirstOrThrow();
    const mail = { ...copied, due_at: null }; // otherwise the first server may send the copies
    for (const kind of ['welcome', 'contact', 'email_changed'])
      for (const days of [366, 364])
        await tx
          .insertInto('outbox')
          .values({ ...mail, id: `${id}-${kind}-${days}`, kind, sent_at: daysAgo(days) })
          .execute();
    await tx
      .insertInto('outbox')
      .values({ ...mail, id: `${id}-given-up`, kind: 'contact', sent_at: null, given_up_at: daysAgo(366) })
      .execute();
    const event = { type: 'CHECKOUT.ORDER.APPROVED', body: '{}', processed_at: null };
    await tx.deleteFrom('paypal_events').execute();
    for (const [name, days, check_at] of [
      ['old', 31, null],
      ['young', 29, null],
      ['awaited', 31, '2999-01-01T00:00:00.000Z'],
    ] as const)
      await tx
        .insertInto('paypal_events')
        .values({ ...event, id: name, received_at: daysAgo(days), check_at })
        .execute();
    for (const [name, receipt, years] of [
      ['replaced', 'ana', 6],
      ['replacing', 'ana', 5],
      ['present', 'ana', 0],
      ['only', 'bia', 6],
    ] as const)
      await insertConsent(tx, { ...CONSENT, id: name, receipt, created_at: daysAgo(years * 366) });
  });
  await own.serve();
  const idsIn = async (table: 'checkouts' | 'contact_messages' | 'paypal_events' | 'consents') =>
    (await db.read.selectFrom(table).select('id').execute()).map((row) => row.id).sort();
  // The first server's clean-up may run late, between the rows of this test.
  await until('the old rows to go', async () => {
    const [others, consents] = [await idsIn('paypal_events'), await idsIn('consents')];
    const isGone = !(await idsIn('checkouts')).includes(old) && !(await idsIn('contact_messages')).includes('old');
    return isGone && !others.includes('old') && !consents.includes('replaced');
  });
  expect(await idsIn('checkouts')).toEqual([young, youngGuest, order, offer].sort());
  const guests = await db.read.selectFrom('guests').select('token_hash').execute();
  expect(guests.map((row) => row.token_hash)).toEqual([hashOf(present)]);
  expect(await idsIn('contact_messages')).toEqual(['young']);
  expect(await idsIn('paypal_events')).toEqual(['awaited', 'young']);
  // The current choice is kept, and the previous one for three years.
  expect(await idsIn('consents')).toEqual(['only', 'present', 'replacing']);
  const lines = await db.read.selectFrom('checkout_lines').select('checkout_id').execute();
  expect(lines.map((row) => row.checkout_id).sort()).toEqual([young, youngGuest, order, offer].sort());
  const mails = await db.read.selectFrom('outbox').select('kind').orderBy('kind').execute();
  expect(mails.map((mail) => mail.kind)).toEqual([
    ...['contact', 'email_changed', 'offer', 'order_confirmation', 'order_news', 'welcome'],
  ]);
});
