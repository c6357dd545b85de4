import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchClients } from '#src/features/account/server/client.repository.ts';
import { filterOrders } from '#src/features/orders/server/order-search.repository.ts';
import { deleteContactMessages } from '#src/features/contact/server/contact.repository.ts';
import { newCustomer, person, PASSWORD, signIn } from '../../support/people/accounts.ts';
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
      answers.push(
        (await newVisitor(url).post('/api/password_forgot/', { email: `viel@${hosts[turn % hosts.length]}` })).status,
      );
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('identifies one buyer: orders, withdrawals and mails are found by either spelling', async () => {
    const number = await order(`kai@${PUNYCODE}`);
    const row = await own.ctx.db.read
      .selectFrom('orders')
      .selectAll()
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow();
    for (const text of ['müller-shop', 'xn--mller-shop', UNICODE, PUNYCODE])
      expect((await filterOrders(own.ctx.db.read, { text }, 10)).ids, text).toContain(row.id);
    const [mail] = await mailsTo(own.ctx, `kai@${UNICODE}`);
    expect(mail?.kind).toBe('order_confirmation');

    const visitor = newVisitor(url);
    const withdrawn = await visitor.post('/api/withdrawal/', {
      name: 'Kai',
      email: `kai@${UNICODE}`,
      orderNumber: number,
      part: '',
    });
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
