import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newCustomer, signIn, signUp, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor, type Visitor } from '../../support/people/visitor.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));
let ana: Customer;

beforeAll(async () => {
  ana = await newCustomer(server.url);
});

const fetchToken = async ({ get }: Visitor) => (await get<{ csrfToken: string }>('/api/csrf_token/')).body.csrfToken;

/** Sends a write like an attacker who planted the token as a cookie. */
const plant = (visitor: Visitor, token: string) => {
  visitor.cookies.set('csrftoken', token);
  return visitor.post<ErrorAnswer>('/api/logout/', {}, { 'x-csrftoken': token });
};

describe('the CSRF token of a session', () => {
  it('is set by the login, and the CSRF call returns the same token', async () => {
    const visitor = newVisitor(server.url);
    const before = await fetchToken(visitor);
    await signIn(server.url, await signUp(server.url), visitor);
    const held = visitor.cookies.get('csrftoken');
    expect(held).not.toBe(before);
    expect(await fetchToken(visitor)).toBe(held);
    expect((await visitor.post('/api/logout/', {}, { 'x-csrftoken': held! })).status).toBe(200);
  });

  it('is refused in another session, without a session, and when it is older than the login', async () => {
    const stranger = newVisitor(server.url);
    const before = await fetchToken(stranger);
    const eva = await newCustomer(server.url);
    for (const token of [before, await fetchToken(newVisitor(server.url)), await fetchToken(eva.visitor)]) {
      const { status, body } = await plant(ana.visitor, token);
      expect([status, body.code]).toEqual([403, 'csrf_failed']);
    }
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });

  it('is the same at every server of the shop', async () => {
    const other = await own.serve({ TRUST_PROXY: '1' });
    const there = newVisitor(other.url);
    for (const [name, value] of ana.visitor.cookies) there.cookies.set(name, value);
    expect(await fetchToken(there)).toBe(await fetchToken(ana.visitor));
    await other.stop();
  });

  it('changes when the password changes', async () => {
    const eva = await newCustomer(server.url);
    const before = await fetchToken(eva.visitor);
    await eva.visitor.post('/api/password_change/', { currentPassword: eva.password, newPassword: 'Palmito-22' });
    expect((await plant(eva.visitor, before)).status).toBe(403);
    expect(await clientOf(eva.visitor)).toEqual(eva.client);
  });

  it('still works without a session after the session has ended', async () => {
    const eva = await newCustomer(server.url);
    await eva.visitor.post('/api/logout/');
    const token = eva.visitor.cookies.get('csrftoken')!;
    expect((await eva.visitor.post('/api/cart/', { lines: [] }, { 'x-csrftoken': token })).status).toBe(200);
  });
});
