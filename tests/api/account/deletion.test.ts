import { describe, expect, it } from 'vitest';
import { clientOf, newCustomer, PASSWORD, signIn, signUp, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { lastMailTo, mailsTo, resetTokenFor } from '../../support/outside/mails.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const close = ({ visitor, client }: Customer, password: unknown = PASSWORD) =>
  visitor.post<ErrorAnswer>(`/api/delete_client/${client.clientId}/`, { password }, { 'accept-language': 'en' });

describe('the deletion of an account', () => {
  it('deletes all sessions, reset links and rows of the account', async () => {
    const ana = await newCustomer(server.url);
    const elsewhere = await signIn(server.url, ana);
    await ana.visitor.post('/api/password_forgot/', { email: ana.email });
    const token = await resetTokenFor(own.ctx, ana.email);
    const { status, body } = await close(ana);
    expect(status).toBe(200);
    expect(body).toEqual({ detail: 'Your account was deleted.' });
    expect(ana.visitor.cookies.has('session')).toBe(false);
    expect(await clientOf(elsewhere.visitor)).toBeNull();
    expect((await newVisitor(server.url).post('/api/login_verify/', ana)).status).toBe(401);
    const { body: spent } = await newVisitor(server.url).post(`/api/reset_password/${token}/`, {
      password: 'Palmito-22',
    });
    expect(spent).toMatchObject({ code: 'reset_token_invalid' });
    expect(JSON.stringify(await dumpRows(own.ctx))).not.toContain(ana.client.clientId);
    const { clients } = await dumpRows(own.ctx);
    expect(clients?.join()).not.toContain(ana.email);
  });

  it('is confirmed by mail in the account’s language', async () => {
    const ana = await newCustomer(server.url, { languageLocale: 'de-DE' });
    await close(ana);
    const mail = await lastMailTo(own.ctx, ana.email);
    expect(mail.subject).toBe('Ihr Konto wurde gelöscht');
    expect(mail.to?.[0]?.address).toBe(ana.email);
  });

  it('does not change other accounts', async () => {
    const [ana, eva] = [await newCustomer(server.url), await newCustomer(server.url)];
    await close(ana);
    expect(await clientOf(eva.visitor)).toEqual(eva.client);
  });

  it('allows a new account with the same address, which does not get the old data', async () => {
    const ana = await newCustomer(server.url);
    await close(ana);
    const { client } = await signIn(server.url, await signUp(server.url, { email: ana.email }));
    expect(client.clientId).not.toBe(ana.client.clientId);
  });

  it.each([
    ['Guaraná-2', 'current_password_incorrect'],
    ['', 'current_password_incorrect'],
    [undefined, 'invalid_input'],
    [7, 'invalid_input'],
  ])('requires the right password, not %j, and otherwise changes nothing', async (password, code) => {
    const ana = await newCustomer(server.url);
    const { status, body } = await close(ana, password === undefined ? null : password);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.password).toHaveLength(1);
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
    expect(await mailsTo(own.ctx, ana.email)).toHaveLength(1);
  });

  it('happens once when it is requested twice at the same time', async () => {
    const ana = await newCustomer(server.url);
    const other = { ...ana, ...(await signIn(server.url, ana)) };
    const statuses = (await Promise.all([close(ana), close(other)])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 400, 401].includes(status))).toBe(true);
    expect((await mailsTo(own.ctx, ana.email)).map(({ kind }) => kind)).toEqual(['welcome', 'account_deleted']);
  });

  it('allows ten wrong passwords in 15 minutes', async () => {
    const ana = await newCustomer(server.url);
    for (let time = 0; time < 10; time++) expect((await close(ana, 'x')).status).toBe(400);
    const { status, headers } = await close(ana);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });
});
