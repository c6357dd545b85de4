import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKey } from '#src/server/auth/email.ts';
import { searchClients } from '#src/features/account/server/client.repository.ts';
import { filterOrders } from '#src/features/orders/server/order-search.repository.ts';
import { deleteContactMessages } from '#src/features/contact/server/contact.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Engine } from '#src/server/db/database.ts';
import { migrationsFor } from '#src/server/db/migrate.ts';
import { newCustomer, person, PASSWORD, signIn } from '../../support/people/accounts.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { newGuest } from '../../support/people/guest.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const UNICODE = 'müller-shop.example';
const PUNYCODE = 'xn--mller-shop-9db.example';

describe('an address with an umlaut in its host', () => {
  let own: PayingShop;
  let url: string;
  beforeAll(async () => {
    own = await payingShop();
    ({ url } = own.server);
  });
  afterAll(() => own?.dispose());

  /** A guest's order, paid. */
  async function order(email: string): Promise<string> {
    const guest = newGuest(url, { email });
    const begun = await guest.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
    await own.paypal.approve(begun.paypalOrderId);
    return (await guest.capture(begun.checkoutId)).orderNumber;
  }

  it.each([
    [`Ana@${PUNYCODE}`, `Ana@${UNICODE}`],
    [`bia@${UNICODE}`, `bia@${PUNYCODE}`],
    ['eva@ｇmail.example', 'eva@gmail.example'],
  ])('written as %s belongs to the same account as %s', async (registered, typed) => {
    const { client } = await newCustomer(url, { email: registered });
    expect(client.clientEmail).toBe(registered.replace(PUNYCODE, UNICODE).replace('ｇ', 'g'));
    const again = await newVisitor(url).post('/api/register/', person({ email: typed }));
    expect(again).toMatchObject({ status: 400, body: { code: 'email_taken' } });
    expect((await signIn(url, { email: typed, password: PASSWORD })).client.clientId).toBe(client.clientId);
    await newVisitor(url).post('/api/password_forgot/', { email: typed });
    expect((await mailsTo(own.ctx, client.clientEmail)).map(({ kind }) => kind)).toContain('password_reset');
    for (const text of [registered.split('@')[1]!, typed.split('@')[1]!])
      expect((await searchClients(own.ctx.db.read, text)).map(({ id }) => id)).toContain(client.clientId);
  });

  it('counts as one address for the limits of mails', async () => {
    const hosts = [PUNYCODE, UNICODE, UNICODE.toUpperCase(), UNICODE.normalize('NFD'), 'ｍüller-shop.example'];
    const answers = [];
    for (let turn = 0; turn < 6; turn++)
      answers.push((await newVisitor(url).post('/api/password_forgot/', { email: `viel@${hosts[turn % hosts.length]}` })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('identifies one buyer: orders, withdrawals and mails are found by either spelling', async () => {
    const number = await order(`kai@${PUNYCODE}`);
    const row = await own.ctx.db.read.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
    for (const text of ['müller-shop', 'xn--mller-shop', UNICODE, PUNYCODE])
      expect((await filterOrders(own.ctx.db.read, { text }, 10)).ids, text).toContain(row.id);
    const [mail] = await mailsTo(own.ctx, `kai@${UNICODE}`);
    expect(mail?.kind).toBe('order_confirmation');

    const visitor = newVisitor(url);
    const withdrawn = await visitor.post('/api/withdrawal/', { name: 'Kai', email: `kai@${UNICODE}`, orderNumber: number, part: '' });
    expect(withdrawn.status).toBe(201);
    const { verified } = await own.ctx.db.read
      .selectFrom('withdrawals')
      .select('verified')
      .where('order_id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(verified).toBe(1);

    const letter = { name: 'Kai', email: `KAI@${UNICODE.toUpperCase()}`, subject: 'informacoes', message: 'Wann?' };
    expect((await visitor.post('/api/contact/', letter)).status).toBe(200);
    const later = new Date(own.ctx.now().getTime() + 1000).toISOString();
    // The version before stores no key.
    await own.ctx.db.write(async (tx) => {
      await tx.updateTable('contact_messages').set({ email_key: null }).execute();
      expect(await deleteContactMessages(tx, later, { keepBuyers: true })).toBe(0);
    });
  });
});

describe('the migration to one spelling of each address', () => {
  let own: FreshShop;
  let ctx: Context;
  const AT = '2026-01-01T00:00:00.000Z';
  const LATER = '2026-02-01T00:00:00.000Z';
  const oldKey = (email: string) => email.normalize('NFC').toLowerCase();

  beforeAll(async () => {
    own = await freshShop();
    ({ ctx } = own);
    await sql`alter table contact_messages drop column email_key`.execute(ctx.db.read);
  });
  afterAll(() => own?.dispose());

  async function addClient(email: string, usedAt: string | null): Promise<string> {
    const { confirmPassword: _, password: __, ...form } = person({ email });
    const row = { ...form, id: randomUUID(), email_key: oldKey(email), password_hash: 'x', locale: 'de-DE', used_at: usedAt };
    await ctx.db.read
      .insertInto('clients')
      .values({ ...row, created_at: AT, updated_at: AT, search_text: 'old' })
      .execute();
    return row.id;
  }

  it('keeps every account: the last one used can sign in, and the other one is marked', async () => {
    const plain = await addClient('Ana@Kunde.Example', AT);
    const [early, late] = [await addClient(`max@${UNICODE}`, AT), await addClient(`max@${PUNYCODE}`, LATER)];
    const alone = await addClient(`eva@${PUNYCODE}`, null);
    const engine = ctx.db as unknown as Engine;
    await migrationsFor(engine)['0045-one-mailbox']!.up(engine.direct);
    const rows = await ctx.db.read.selectFrom('clients').selectAll().execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(plain)).toMatchObject({ email: 'Ana@Kunde.Example', email_key: 'ana@kunde.example', search_text: 'old' });
    expect(byId.get(late)).toMatchObject({ email: `max@${UNICODE}`, email_key: emailKey(`max@${UNICODE}`) });
    expect(byId.get(early)).toMatchObject({ email: `max@${UNICODE}`, email_key: `max@${PUNYCODE} ${early}`, password_hash: 'x' });
    expect(byId.get(alone)).toMatchObject({ email: `eva@${UNICODE}`, email_key: `eva@${PUNYCODE}` });
    for (const text of ['müller-shop', 'xn--mller-shop'])
      expect((await searchClients(ctx.db.read, text)).map(({ id }) => id).sort()).toEqual([early, late, alone].sort());
  });
});
