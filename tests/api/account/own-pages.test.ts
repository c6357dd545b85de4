import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, type Customer } from '../../support/accounts.ts';
import { resetTokenFor } from '../../support/mails.ts';
import type { RunningShop } from '../../support/server.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { newVisitor } from '../../support/visitor.ts';

let own: StockedShop;
let server: RunningShop;
let ana: Customer;

beforeAll(async () => {
  own = await stockedShop();
  server = await own.serve({ TRUST_PROXY: '1' });
  ana = await newCustomer(server.url);
});
afterAll(() => own?.dispose());

/** What the head of a page that this browser gets tells search engines. */
async function headOf(path: string, cookies = new Map<string, string>()) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' });
  const html = await response.text();
  return {
    status: response.status,
    noindex: html.includes('<meta name="robots" content="noindex"'),
    addresses: [...html.matchAll(/<link rel="(?:canonical|alternate)"[^>]*href="([^"]*)"/g)].map(([, href]) => href),
  };
}

describe('a page that belongs to one person', () => {
  it.each(['/update-client', '/de/password_change', '/en/previous-purchases'])('tells search engines to forget it: %s', async (path) => {
    expect(await headOf(path, ana.visitor.cookies)).toEqual({ status: 200, noindex: true, addresses: [] });
  });

  it('tells them so where a link opens it, and names the form for another once it is spent', async () => {
    await newVisitor(server.url).post('/api/password_forgot/', { email: ana.email });
    const token = await resetTokenFor(own.ctx, ana.email);
    expect(await headOf(`/de/reset_password/${token}`)).toEqual({ status: 200, noindex: true, addresses: [] });
    const spent = { status: 200, noindex: false, addresses: ['http://localhost:4321/de/password_forgot'] };
    expect(await headOf('/de/reset_password/spent')).toEqual(spent);
  });
});
