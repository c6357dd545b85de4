import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { CSRF, CSRF_COOKIES } from '../../support/people/cart-call.ts';
import { clientOf, signIn, signUp } from '../../support/people/accounts.ts';
import { resetTokenFor } from '../../support/outside/mails.ts';
import { PUBLIC_SHOP } from '../../support/people/paypal-account.ts';
import { publicSite } from '../../support/shops/public-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { DIRECT, newVisitor } from '../../support/people/visitor.ts';

let own: StockedShop;

beforeAll(async () => void (own = await stockedShop()));
afterAll(() => own?.dispose());

const clients = () => own.ctx.db.read.selectFrom('clients').select(['email', 'name', 'password_hash']).execute();
const login = async (url: string, account: object, headers = DIRECT) =>
  (await newVisitor(url, headers).post('/api/login_verify/', account)).status;

/** Browsers send the page's host as `Host`, which `fetch` does not allow to set. */
async function rawLogin(url: string, account: object, host: string): Promise<number> {
  const cookie = CSRF_COOKIES.map((name) => `${name}=${CSRF}`).join('; ');
  const headers = { host, cookie, 'x-csrftoken': CSRF, 'content-type': 'application/json' };
  return (await request(url, '/api/login_verify/', { method: 'POST', headers, body: JSON.stringify(account) })).status;
}

describe('the test login', () => {
  it('is never created for a public address', async () => {
    const ctx = { ...own.ctx, config: readConfig({ ...own.env, ...PUBLIC_SHOP }), paypal: own.ctx.paypal };
    expect(await ensureTestLogin(ctx)).toBeUndefined();
    expect(await clients()).toEqual([]);
  });

  it('is not created by a server', async () => {
    const server = await own.serve();
    await server.stop();
    expect(await clients()).toEqual([]);
  });

  it('is created by a local start, and works', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    const { client } = await signIn(server.url, account, newVisitor(server.url, DIRECT));
    expect(client).toMatchObject({ clientEmail: account.email, clientCountry: 'DE' });
    expect(await clients()).toHaveLength(1);
    await server.stop();
  });

  it('stays the same at the next start', async () => {
    const before = await clients();
    await ensureTestLogin(own.ctx);
    expect(await clients()).toEqual(before);
  });

  it('is refused for callers behind a front server, while other accounts work', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { ...DIRECT, forwarded: 'for=203.0.113.7' }]) {
      expect(await login(server.url, account, headers)).toBe(401);
      expect(await login(server.url, { ...account, email: ' TESTE@vitrine.invalid' }, headers)).toBe(401);
    }
    expect(await login(server.url, await signUp(server.url), { 'x-forwarded-for': '203.0.113.8' })).toBe(200);
    expect(await login(server.url, account)).toBe(200);
    await server.stop();
  });

  it('is refused for a page of another host name that resolves to this machine', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    expect(await rawLogin(server.url, account, 'localhost:4321')).toBe(200);
    for (const host of ['shop.example', '127.0.0.1.shop.example', '192.168.0.7:4321'])
      expect(await rawLogin(server.url, account, host), host).toBe(401);
    await server.stop();
  });

  it('is disabled by a server that other machines can reach, even with a loopback address', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve({ HOST: '0.0.0.0' });
    expect(await login(server.url, account)).toBe(401);
    expect(
      await ensureTestLogin({ ...own.ctx, config: { ...own.ctx.config, host: '0.0.0.0' }, paypal: own.ctx.paypal }),
    ).toBeUndefined();
    await server.stop();
    const again = await own.serve();
    expect(await login(again.url, account)).toBe(401);
    await again.stop();
    await endWindows(own.ctx);
  });

  it('is disabled by a server with a public address: no login, no session, no reset link', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    const { visitor } = await signIn(server.url, account, newVisitor(server.url, DIRECT));
    await visitor.post('/api/password_forgot/', { email: account.email });
    const token = await resetTokenFor(own.ctx, account.email);
    await server.stop();

    const site = publicSite();
    const open = await own.serve(site.env);
    expect(await login(open.url, account)).toBe(401);
    const again = newVisitor(open.url);
    again.cookies.set('__Host-session', visitor.cookies.get('session')!);
    expect(await clientOf(again)).toBeNull();
    expect((await again.post(`/api/reset_password/${token}/`, { password: 'Palmito-22' })).status).toBe(400);
    await open.stop();
    site.dispose();
  });

  it('works again after the next local start', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    expect(await login(server.url, account)).toBe(200);
    await server.stop();
  });
});
