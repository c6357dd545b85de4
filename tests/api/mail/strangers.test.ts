import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, newEmail, person } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

let own: PayingShop;

beforeAll(async () => void (own = await payingShop({ TRUST_PROXY: '1' })));
afterAll(() => own?.dispose());

const post = async (path: string, body: object) => (await newVisitor(own.server.url).post(path, body)).status;

/** Each form with a name, as a function that returns the call's status for a name. */
const FORMS: Record<string, (name: string) => Promise<number>> = {
  'a registration': (name) => post('/api/register/', person({ name, lastname: name })),
  async 'own data'(name) {
    const { visitor, client } = await newCustomer(own.server.url);
    return (await visitor.put(`/api/update_client/${client.clientId}/`, person({ name, lastname: name }))).status;
  },
  async 'a delivery address'(name) {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }];
    const { status, body } = await buyer.tryBegin<{ checkoutId?: string }>(lines, { shipping: { ...ADDRESS, name } });
    if (body.checkoutId) await buyer.cancel(body.checkoutId);
    return status;
  },
  'a message': (name) => post('/api/contact/', { name, email: newEmail(), subject: 'elogio', message: 'Saudades' }),
  'a withdrawal': (name) => post('/api/withdrawal/', { name, email: newEmail(), orderNumber: 'K7QF-3MXA' }),
};

const mails = async () =>
  (await own.ctx.db.read.selectFrom('outbox').select(['text', 'html', 'subject']).execute()).map((mail) =>
    JSON.stringify(mail),
  );

describe.each(Object.entries(FORMS))('%s', (_form, send) => {
  it.each([
    'evil.example',
    'Konto gesperrt www.evil.example',
    'ana@evil.example',
    'https://evil',
    'Ana\nevil',
    'Ruf 0800 123456',
    'x'.repeat(122),
  ])('refuses a message instead of a name: %j', async (name) => {
    expect(await send(name)).toBe(400);
    for (const mail of await mails()) expect(mail).not.toMatch(/evil|0800 123/);
  });

  it.each(["José d'Ávila", 'Anne-Marie Müller-Lüdenscheidt', 'O’Neill', 'Dr. Jr.', 'Nguyễn', 'St. John', '王小明'])(
    'accepts a person’s name: %s',
    async (name) => {
      expect([200, 201]).toContain(await send(name));
    },
  );
});
