import { describe, expect, it } from 'vitest';
import { newCustomer, signIn, signUp } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { resetTokenFor } from '../../support/outside/mails.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress, newVisitor, type Visitor } from '../../support/people/visitor.ts';

const DAY = 24 * 3600_000;
const NEW = 'Palmito-22';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const login = async (visitor: Visitor, email: string, password: string) =>
  (await visitor.post('/api/login_verify/', { email, password })).status;
const stranger = (address = newAddress()) => newVisitor(server.url, { 'x-forwarded-for': address });
const devicesOf = (clientId: string) =>
  own.ctx.db.read.selectFrom('known_devices').selectAll().where('client_id', '=', clientId).execute();

/** Sends wrong passwords from many network addresses until unknown browsers are refused. */
async function guessUntilRefused(account: { email: string; password: string }): Promise<void> {
  const { email } = account;
  for (let round = 0; round < 4; round++)
    await Promise.all(Array.from({ length: 30 }, () => login(stranger(), email, 'Wrong-1')));
  expect(await login(stranger(), email, 'Wrong-1')).toBe(429);
}

describe('an account under password guessing', () => {
  it('lets its owner sign in on a known browser, even at the network address of a guesser', async () => {
    const ana = await newCustomer(server.url);
    await ana.visitor.post('/api/logout/');
    await guessUntilRefused(ana);
    expect(await login(stranger(), ana.email, ana.password)).toBe(429);
    expect(await login(ana.visitor, ana.email, ana.password)).toBe(200);
    const address = newAddress();
    for (let time = 0; time < 12; time++) await login(stranger(address), ana.email, 'Wrong-1');
    const { cookies } = ana.visitor;
    const there = stranger(address);
    for (const [name, value] of cookies) there.cookies.set(name, value);
    expect(await login(there, ana.email.toUpperCase(), ana.password)).toBe(200);
  });

  it('lets its owner sign in on a new browser with a mailed link', async () => {
    const account = await signUp(server.url);
    const { email } = account;
    await guessUntilRefused(account);
    const browser = stranger();
    expect((await browser.post('/api/password_forgot/', { email })).status).toBe(200);
    const token = await resetTokenFor(own.ctx, email);
    expect((await browser.post(`/api/reset_password/${token}/`, { password: NEW })).status).toBe(200);
    expect(await login(browser, email, NEW)).toBe(200);
    expect(await login(stranger(), email, NEW)).toBe(429);
  });

  it('gives a known browser its own ten attempts, which do not affect other browsers', async () => {
    const ana = await newCustomer(server.url);
    for (let time = 0; time < 10; time++) expect(await login(ana.visitor, ana.email, 'Wrong-1')).toBe(401);
    expect(await login(ana.visitor, ana.email, ana.password)).toBe(429);
    expect(await login(stranger(), ana.email, ana.password)).toBe(200);
    await endWindows(own.ctx);
    expect(await login(ana.visitor, ana.email, ana.password)).toBe(200);
  });

  it('treats a browser that only another account knows as unknown', async () => {
    const [ana, eva] = [await newCustomer(server.url), await newCustomer(server.url)];
    await guessUntilRefused(ana);
    expect(await login(eva.visitor, ana.email, ana.password)).toBe(429);
    const forged = stranger();
    for (const value of ['x', 'd'.repeat(43), '']) {
      forged.cookies.set('device', value);
      expect(await login(forged, ana.email, ana.password)).toBe(429);
    }
  });
});

describe('a known browser', () => {
  it('has a token that scripts cannot read, stored as a hash, for 180 days from the last login', async () => {
    const login = await signUp(server.url);
    const visitor = newVisitor(server.url);
    const { setCookies, body } = await visitor.post<{ clientId: string }>('/api/login_verify/', login);
    expect(setCookies).toContainEqual(
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=15552000;.* Path=\/; HttpOnly; SameSite=Lax$/),
    );
    const [row, ...others] = await devicesOf(body.clientId);
    expect(others).toEqual([]);
    expect(row?.token_hash).not.toBe(visitor.cookies.get('device'));
    expect(Date.parse(row!.expires_at) - Date.parse(row!.created_at)).toBe(180 * DAY);
    await own.ctx.db.read.updateTable('known_devices').set({ expires_at: '2000-01-01T00:00:00.000Z' }).execute();
    await guessUntilRefused(login);
    expect((await visitor.post('/api/login_verify/', login)).status).toBe(429);
    await (await own.serve()).stop();
    expect(await devicesOf(body.clientId)).toEqual([]);
  });

  it('has one token for all its accounts, and keeps it at the next login', async () => {
    const ana = await newCustomer(server.url);
    const token = ana.visitor.cookies.get('device');
    await signIn(server.url, await signUp(server.url), ana.visitor);
    await signIn(server.url, ana, ana.visitor);
    expect(ana.visitor.cookies.get('device')).toBe(token);
    expect(await devicesOf(ana.client.clientId)).toHaveLength(1);
  });

  it('is forgotten when another browser changes the password, and after signing out everywhere', async () => {
    const ana = await newCustomer(server.url);
    const other = (await signIn(server.url, ana)).visitor;
    expect(
      (await ana.visitor.post('/api/password_change/', { currentPassword: ana.password, newPassword: NEW })).status,
    ).toBe(200);
    await guessUntilRefused({ ...ana, password: NEW });
    expect(await login(other, ana.email, NEW)).toBe(429);
    expect(await login(ana.visitor, ana.email, NEW)).toBe(200);
    await ana.visitor.post('/api/logout/', { everywhere: true });
    expect(await devicesOf(ana.client.clientId)).toEqual([]);
  });

  it('is forgotten with its account', async () => {
    const ana = await newCustomer(server.url);
    expect(
      (await ana.visitor.post(`/api/delete_client/${ana.client.clientId}/`, { password: ana.password })).status,
    ).toBe(200);
    expect(await devicesOf(ana.client.clientId)).toEqual([]);
  });
});
