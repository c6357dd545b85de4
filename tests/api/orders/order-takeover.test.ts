import { beforeAll, describe, expect, it } from 'vitest';
import { shownEmail } from '#src/server/auth/email.ts';
import { hashToken } from '#src/server/http/session.ts';
import { clientOf, newCustomer, newEmail, PASSWORD, signIn, type Customer } from '../../support/people/accounts.ts';
import type { Purchases, Settled } from '../../support/people/buyer.ts';
import { newGuest, type GuestBuyer } from '../../support/people/guest.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { lastMailTo, mailsTo, resetTokenFor } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { newAddress, newVisitor, type Visitor } from '../../support/people/visitor.ts';

interface Ordered {
  guest: GuestBuyer;
  placed: Settled;
  key: string;
}

interface Opened {
  code?: string;
  detail: string;
  client?: { clientId: string; clientName: string; clientSurname: string; clientAddress: string };
}

const own = forFile(() => payingShop());
let water = 0;

beforeAll(async () => {
  water = (await idsOf(own.ctx)).AGUA ?? 0;
});

const keyIn = async (email: string): Promise<string> =>
  /[?&]key=([\w-]+)/.exec((await lastMailTo(own.ctx, email)).text ?? '')?.[1] ?? '';

async function orderAsGuest(email = newEmail()): Promise<Ordered> {
  const guest = newGuest(own.server.url, { email });
  const { checkoutId, paypalOrderId } = await guest.begin([{ productId: water, quantity: 1 }]);
  await own.paypal.approve(paypalOrderId);
  const placed = await guest.capture(checkoutId);
  return { guest, placed, key: await keyIn(shownEmail(email)) };
}

const openAccount = (visitor: Visitor, orderNumber: string, body: object) =>
  visitor.post<Opened>(`/api/order/${orderNumber}/account/`, {
    password: PASSWORD,
    confirmPassword: PASSWORD,
    languageLocale: 'de-DE',
    ...body,
  });

const purchasesOf = async (visitor: Visitor, clientId: string): Promise<string[]> =>
  (await visitor.get<Purchases>(`/api/previous-purchases/${clientId}/`)).body.map(({ orderNumber }) => orderNumber);

/** Opens a page in a visitor's browser, or presses its button. */
async function page(visitor: Visitor, path: string, method = 'GET') {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-forwarded-for': newAddress() };
  const body = method === 'POST' ? new URLSearchParams({ x: '' }) : null;
  const response = await fetch(own.server.url + path, { method, headers, body, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: decodeEntities(await response.text()),
  };
}

const takeOver = (visitor: Visitor, token: string) => page(visitor, `/en/order/takeover?key=${token}`, 'POST');
const TAKEN = /are now in your purchases/;
const SPENT = /This link is incomplete, no longer works, or belongs to another account/;

describe('an account from a guest’s order', () => {
  it('is created and signed in by the mailed key, with all guest orders of its address, whose keys stop working', async () => {
    const email = newEmail().replace('ana', 'Ána');
    const earlier = await orderAsGuest(email.toUpperCase());
    const { placed, key } = await orderAsGuest(email);
    const other = await orderAsGuest();
    const visitor = newVisitor(own.server.url);
    const { status, body } = await openAccount(visitor, placed.orderNumber, { key });
    expect([status, body.client]).toEqual([
      201,
      expect.objectContaining({ clientName: 'Ana', clientSurname: 'Müller', clientAddress: 'Rosenweg' }),
    ]);
    const { clientId } = body.client!;
    expect((await clientOf(visitor))?.clientId).toBe(clientId);
    expect((await purchasesOf(visitor, clientId)).toSorted()).toEqual(
      [earlier.placed.orderNumber, placed.orderNumber].toSorted(),
    );
    expect((await page(visitor, `/de/order/${placed.orderNumber}`)).html).toContain('Água de Coco');
    for (const stranger of [newVisitor(own.server.url), earlier.guest.visitor]) {
      const closed = await page(stranger, `/de/order/${earlier.placed.orderNumber}?key=${earlier.key}`);
      expect([closed.status, closed.location]).toEqual([302, expect.stringMatching(/^\/de\/login\?/)]);
    }
    expect(await openAccount(newVisitor(own.server.url), placed.orderNumber, { key })).toMatchObject({ status: 404 });
    expect(
      (await page(newVisitor(own.server.url), `/de/order/${other.placed.orderNumber}?key=${other.key}`)).status,
    ).toBe(200);
  });

  it('gets the order without the key only by the mailed link, once, in the signed-in account', async () => {
    const { guest, placed } = await orderAsGuest();
    const { email, visitor } = guest;
    const opened = await openAccount(visitor, placed.orderNumber, {});
    expect([opened.status, opened.body]).toEqual([202, { detail: expect.stringContaining(email) as string }]);
    expect(await clientOf(visitor)).toBeNull();
    const token = await keyIn(email);
    const ana = await signIn(own.server.url, { email, password: PASSWORD });
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([]);
    const stranger = await newCustomer(own.server.url);
    expect((await takeOver(stranger.visitor, token)).html).toMatch(SPENT);
    expect((await page(newVisitor(own.server.url), `/en/order/takeover?key=${token}`)).status).toBe(302);
    expect((await page(ana.visitor, `/en/order/takeover?key=${token}`)).html).toContain('Add the orders');
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([]);
    expect((await takeOver(ana.visitor, token)).html).toMatch(TAKEN);
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([placed.orderNumber]);
    expect((await takeOver(ana.visitor, token)).html).toMatch(SPENT);
  });

  it('is not created twice: with the key a link is mailed, and without it the answer is as for a new address', async () => {
    const ana = await newCustomer(own.server.url);
    const { guest, placed, key } = await orderAsGuest(ana.email);
    const blind = await openAccount(guest.visitor, placed.orderNumber, {
      password: 'Palmito-22',
      confirmPassword: 'Palmito-22',
    });
    const fresh = await orderAsGuest();
    const likeNew = await openAccount(fresh.guest.visitor, fresh.placed.orderNumber, {});
    expect([blind.status, blind.body.detail.replace(ana.email, fresh.guest.email)]).toEqual([
      likeNew.status,
      likeNew.body.detail,
    ]);
    const known = await openAccount(newVisitor(own.server.url), placed.orderNumber, { key });
    expect([known.status, known.body.code]).toEqual([409, 'account_exists']);
    expect(
      (await newVisitor(own.server.url).post('/api/login_verify/', { email: ana.email, password: 'Palmito-22' }))
        .status,
    ).toBe(401);
    expect((await takeOver(ana.visitor, await keyIn(ana.email))).html).toMatch(TAKEN);
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([placed.orderNumber]);
  });

  it('needs a valid key or the buying browser, and an acceptable password', async () => {
    const { placed, key } = await orderAsGuest();
    const other = await orderAsGuest();
    for (const body of [{}, { key: 'k'.repeat(43) }, { key: other.key }])
      expect((await openAccount(newVisitor(own.server.url), placed.orderNumber, body)).status).toBe(404);
    const weak = await openAccount(newVisitor(own.server.url), placed.orderNumber, {
      key,
      password: 'short',
      confirmPassword: 'short',
    });
    expect([weak.status, weak.body.code]).toEqual([400, 'password_min_length']);
  });
});

describe('an account made by registration', () => {
  it('sees no guest order of its address before the address is verified, also in its data export', async () => {
    const { guest, placed } = await orderAsGuest();
    const stranger = await newCustomer(own.server.url, { email: guest.email });
    expect(await purchasesOf(stranger.visitor, stranger.client.clientId)).toEqual([]);
    expect(JSON.stringify((await exportOf(stranger)).body)).not.toContain(placed.orderNumber);
    expect((await page(stranger.visitor, `/de/order/${placed.orderNumber}`)).status).toBe(404);
  });

  it('gets guest orders by the link in the welcome mail, whose token is stored only as a hash, also in its data export', async () => {
    const { guest, placed } = await orderAsGuest();
    const ana = await newCustomer(own.server.url, { email: guest.email });
    const token = await keyIn(guest.email);
    const rows = JSON.stringify(await dumpRows(own.ctx));
    expect(rows).toContain(hashToken(token));
    expect(rows).not.toContain(token);
    expect((await takeOver(ana.visitor, token)).html).toMatch(TAKEN);
    const { body } = await exportOf(ana);
    expect(body.orders).toHaveLength(1);
    // The order's confirmation was written before the account existed.
    expect(body.mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(placed.orderNumber));
  });

  it('gets guest orders by a link from the purchases page, mailed at most five times an hour', async () => {
    const ana = await newCustomer(own.server.url);
    const { placed } = await orderAsGuest(ana.email);
    const before = (await mailsTo(own.ctx, ana.email)).length;
    for (let time = 0; time < 6; time++) await page(ana.visitor, '/en/previous-purchases', 'POST');
    expect((await mailsTo(own.ctx, ana.email)).length).toBe(before + 5);
    expect((await takeOver(ana.visitor, await keyIn(ana.email))).html).toMatch(TAKEN);
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([placed.orderNumber]);
  });

  it('gets guest orders after a password reset, which ends the sessions of an impostor', async () => {
    const { guest, placed } = await orderAsGuest();
    const stranger = await newCustomer(own.server.url, { email: guest.email });
    await newVisitor(own.server.url).post('/api/password_forgot/', { email: guest.email });
    const token = await resetTokenFor(own.ctx, guest.email);
    const password = 'Palmito-22';
    await newVisitor(own.server.url).post(`/api/reset_password/${token}/`, { password, confirmPassword: password });
    expect(await clientOf(stranger.visitor)).toBeNull();
    const ana = await signIn(own.server.url, { email: guest.email, password });
    expect(await purchasesOf(ana.visitor, ana.client.clientId)).toEqual([placed.orderNumber]);
  });
});

describe('an order that an account took over', () => {
  it('sends its later mails to the account’s new address', async () => {
    const { placed, key, guest } = await orderAsGuest();
    await openAccount(newVisitor(own.server.url), placed.orderNumber, { key });
    const next = newEmail();
    await shopHere(['customers', 'set-email', guest.email, next], own.env);
    await shopHere(['orders', 'hand-over', placed.orderNumber], own.env);
    expect((await lastMailTo(own.ctx, next)).text).toContain(placed.orderNumber);
  });

  it('stays closed after the account was deleted, even for a new account with the address', async () => {
    const { placed, key, guest } = await orderAsGuest();
    const visitor = newVisitor(own.server.url);
    const { body } = await openAccount(visitor, placed.orderNumber, { key });
    await visitor.post(`/api/delete_client/${body.client!.clientId}/`, { password: PASSWORD });
    expect((await page(guest.visitor, `/de/order/${placed.orderNumber}?key=${key}`)).status).toBe(404);
    const again = await newCustomer(own.server.url, { email: guest.email });
    expect((await takeOver(again.visitor, await keyIn(guest.email))).html).toMatch(/is confirmed/);
    expect(await purchasesOf(again.visitor, again.client.clientId)).toEqual([]);
  });
});

const exportOf = ({ visitor, client }: Customer) =>
  visitor.get<{ orders: object[]; mails: { subject: string }[] }>(`/api/client_export/${client.clientId}/`);
