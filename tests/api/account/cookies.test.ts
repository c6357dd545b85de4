import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newCustomer, type Customer } from '../../support/people/accounts.ts';
import { CSRF } from '../../support/people/cart-call.ts';
import { publicSite, type PublicSite } from '../../support/shops/public-site.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const FOR_THIS_HOST = ['Path=/', 'SameSite=Lax', 'Secure'];

let own: StockedShop;
let site: PublicSite;
let server: RunningShop;
let ana: Customer;

beforeAll(async () => {
  own = await stockedShop();
  site = publicSite();
  server = await own.serve({ ...site.env, TRUST_PROXY: '1' });
  ana = await newCustomer(server.url);
});
afterAll(async () => {
  await own?.dispose();
  site?.dispose();
});

const cookiesOf = (lines: string[]) =>
  lines.map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    return [pair.split('=')[0], attributes.filter((attribute) => !/^(?:Max-Age|Expires)=/.test(attribute)).sort()];
  });

describe('cookies of a shop at an https address', () => {
  it('cannot be set by another host', async () => {
    const { setCookies } = await newVisitor(server.url).post('/api/login_verify/', ana);
    expect(cookiesOf(setCookies)).toEqual([
      ['__Host-session', ['HttpOnly', ...FOR_THIS_HOST]],
      ['__Host-csrftoken', FOR_THIS_HOST],
      ['__Host-device', ['HttpOnly', ...FOR_THIS_HOST]],
    ]);
  });

  it('are deleted with the attributes that browsers require', async () => {
    const eva = await newCustomer(server.url);
    const { setCookies } = await eva.visitor.post('/api/logout/');
    expect(cookiesOf(setCookies)).toEqual([
      ['__Host-session', ['Path=/', 'Secure']],
      ['code', ['Path=/']],
    ]);
  });

  it('are required: a session cookie without the prefix signs nobody in', async () => {
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
    const planted = newVisitor(server.url);
    planted.cookies.set('session', ana.visitor.cookies.get('__Host-session')!);
    expect(await clientOf(planted)).toBeNull();
  });

  it('are required: a CSRF cookie without the prefix is refused', async () => {
    const visitor = newVisitor(server.url);
    visitor.cookies.delete('__Host-csrftoken');
    visitor.cookies.set('csrftoken', CSRF);
    const { status } = await visitor.post('/api/cart/', { lines: [] }, { 'x-csrftoken': CSRF });
    expect(status).toBe(403);
    const { setCookies, body } = await visitor.get<{ csrfToken: string }>('/api/csrf_token/');
    expect(cookiesOf(setCookies)).toEqual([['__Host-csrftoken', FOR_THIS_HOST]]);
    expect((await visitor.post('/api/cart/', { lines: [] }, { 'x-csrftoken': body.csrfToken })).status).toBe(200);
  });
});
