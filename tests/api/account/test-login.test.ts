import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { readConfig } from '#src/server/config.ts';
import { clientOf, signIn } from '../../support/accounts.ts';
import { resetTokenFor } from '../../support/mails.ts';
import { PUBLIC_SHOP } from '../../support/paypal-account.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { newVisitor } from '../../support/visitor.ts';

let own: StockedShop;

beforeAll(async () => void (own = await stockedShop()));
afterAll(() => own?.dispose());

const clients = () => own.ctx.db.read.selectFrom('clients').select(['email', 'name', 'password_hash']).execute();
const login = async (url: string, account: object) => (await newVisitor(url).post('/api/login_verify/', account)).status;

describe('the test login', () => {
  it('is never made behind a public address', async () => {
    const ctx = { ...own.ctx, config: readConfig({ ...own.env, ...PUBLIC_SHOP }), paypal: own.ctx.paypal };
    expect(await ensureTestLogin(ctx)).toBeUndefined();
    expect(await clients()).toEqual([]);
  });

  it('is not made by a server', async () => {
    const server = await own.serve();
    await server.stop();
    expect(await clients()).toEqual([]);
  });

  it('is made for a shop that is tried out, and opens it', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    const { client } = await signIn(server.url, account);
    expect(client).toMatchObject({ clientEmail: account.email, clientCountry: 'DE' });
    expect(await clients()).toHaveLength(1);
    await server.stop();
  });

  it('is the same at the next start', async () => {
    const before = await clients();
    await ensureTestLogin(own.ctx);
    expect(await clients()).toEqual(before);
  });

  it('is closed by a server behind a public address: no login, no session, no link', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    const { visitor } = await signIn(server.url, account);
    await visitor.post('/api/password_forgot/', { email: account.email });
    const token = await resetTokenFor(own.ctx, account.email);
    await server.stop();

    const open = await own.serve(PUBLIC_SHOP);
    expect(await login(open.url, account)).toBe(401);
    const again = newVisitor(open.url);
    again.cookies.set('session', visitor.cookies.get('session')!);
    expect(await clientOf(again)).toBeNull();
    expect((await again.post(`/api/reset_password/${token}/`, { password: 'Palmito-22' })).status).toBe(400);
    await open.stop();
  });

  it('opens the shop again once that is tried out again, as the start says', async () => {
    const account = (await ensureTestLogin(own.ctx))!;
    const server = await own.serve();
    expect(await login(server.url, account)).toBe(200);
    await server.stop();
  });
});
