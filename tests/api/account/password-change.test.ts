import { describe, expect, it } from 'vitest';
import { clientOf, newCustomer, PASSWORD, signIn, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { lastMailTo, mailsTo, resetTokenFor } from '../../support/outside/mails.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const NEW = 'Palmito-22';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const change = (
  { visitor }: Pick<Customer, 'visitor'>,
  body: object,
  headers: Record<string, string> = { 'accept-language': 'en' },
) => visitor.post<ErrorAnswer>('/api/password_change/', body, headers);
const login = async (email: string, password: string) =>
  (await newVisitor(server.url).post('/api/login_verify/', { email, password })).status;

describe('a change of the password', () => {
  it('makes the new password valid and the old one invalid', async () => {
    const ana = await newCustomer(server.url);
    const { status, body } = await change(ana, { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW });
    expect(status).toBe(200);
    expect(body).toEqual({ detail: 'Password updated successfully!' });
    expect(await login(ana.email, PASSWORD)).toBe(401);
    expect(await login(ana.email, NEW)).toBe(200);
  });

  it('ends all sessions, also a stolen copy of the current one, and starts a new one', async () => {
    const ana = await newCustomer(server.url);
    const elsewhere = await signIn(server.url, ana);
    const thief = newVisitor(server.url);
    thief.cookies.set('session', ana.visitor.cookies.get('session')!);
    expect(await clientOf(thief)).toEqual(ana.client);
    await change(ana, { currentPassword: PASSWORD, newPassword: NEW });
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
    expect(ana.visitor.cookies.get('session')).not.toBe(thief.cookies.get('session'));
    for (const { visitor } of [{ visitor: thief }, elsewhere]) {
      expect(await clientOf(visitor)).toBeNull();
      expect((await visitor.get(`/api/update_client/${ana.client.clientId}/`)).status).toBe(401);
      expect((await change({ visitor }, { currentPassword: NEW, newPassword: PASSWORD })).status).toBe(401);
    }
  });

  it('invalidates earlier reset links', async () => {
    const ana = await newCustomer(server.url);
    await ana.visitor.post('/api/password_forgot/', { email: ana.email });
    const token = await resetTokenFor(own.ctx, ana.email);
    await change(ana, { currentPassword: PASSWORD, newPassword: NEW });
    const { status, body } = await newVisitor(server.url).post(`/api/reset_password/${token}/`, {
      password: 'Outra-333',
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'reset_token_invalid' })]);
    expect(await login(ana.email, NEW)).toBe(200);
  });

  it('is confirmed by mail in the account’s language, without a password', async () => {
    const ana = await newCustomer(server.url, { languageLocale: 'de-DE' });
    await change(ana, { currentPassword: PASSWORD, newPassword: NEW });
    const mail = await lastMailTo(own.ctx, ana.email);
    expect(mail.subject).toBe('Ihr Passwort wurde geändert');
    expect(`${mail.text}${mail.html}`).not.toMatch(/Guaraná|Palmito/);
  });

  it.each([
    ['Palm-2', 'password_min_length'],
    ['palmito222', 'password_symbol'],
    ['palmito-22', 'password_uppercase'],
    ['PALMITO-22', 'password_lowercase'],
    [`Pa-${'x'.repeat(126)}`, 'password_max_length'],
    ['PASSWORt123!', 'password_common'],
  ])('is refused when the new password breaks a rule: %s', async (newPassword, code) => {
    const ana = await newCustomer(server.url);
    const { status, body } = await change(ana, { currentPassword: PASSWORD, newPassword });
    expect(status).toBe(400);
    expect(body).toEqual({ code, detail: body.detail, message: body.detail, newPassword: [body.detail] });
    expect(await login(ana.email, PASSWORD)).toBe(200);
  });

  it('is refused when the confirmation differs', async () => {
    const ana = await newCustomer(server.url);
    const text = 'The new passwords do not match. Please try again.';
    const { status, body } = await change(ana, {
      currentPassword: PASSWORD,
      newPassword: NEW,
      confirmPassword: `${NEW} `,
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'password_mismatch',
      detail: text,
      message: text,
      newPassword: [text],
      confirmPassword: [text],
    });
  });

  it.each([
    ['pt-BR', 'A senha atual está incorreta. Tente de novo.'],
    ['de-DE', 'Das aktuelle Passwort ist nicht richtig. Bitte versuchen Sie es noch einmal.'],
    ['en-US', 'The current password entered is incorrect. Please try again.'],
  ])('is refused with a wrong current password, in %s, and changes nothing', async (languageLocale, text) => {
    const ana = await newCustomer(server.url);
    const { status, body } = await change(ana, { currentPassword: NEW, newPassword: NEW, languageLocale });
    expect(status).toBe(400);
    expect(body).toEqual({ code: 'current_password_incorrect', detail: text, message: text, currentPassword: [text] });
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
    expect(await login(ana.email, PASSWORD)).toBe(200);
    expect(await mailsTo(own.ctx, ana.email)).toHaveLength(1);
  });

  it('allows ten wrong current passwords in 15 minutes; mistakes in the new one do not count', async () => {
    const ana = await newCustomer(server.url);
    for (let time = 0; time < 12; time++)
      expect((await change(ana, { currentPassword: PASSWORD, newPassword: 'x' })).status).toBe(400);
    for (let time = 0; time < 10; time++)
      expect((await change(ana, { currentPassword: NEW, newPassword: NEW })).status).toBe(400);
    const { status, headers, body } = await change(ana, { currentPassword: PASSWORD, newPassword: NEW });
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await login(ana.email, PASSWORD)).toBe(200);
  });

  it('succeeds once when two requests arrive at the same time, and leaves one session', async () => {
    const ana = await newCustomer(server.url);
    const other = await signIn(server.url, ana);
    const bodies = ['Palmito-22', 'Palmito-33'].map((newPassword) => ({ currentPassword: PASSWORD, newPassword }));
    const answers = await Promise.all([change(ana, bodies[0]!), change(other, bodies[1]!)]);
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const winning = bodies[answers.indexOf(winners[0]!)]!.newPassword;
    expect(await login(ana.email, winning)).toBe(200);
    const notices = (await mailsTo(own.ctx, ana.email)).filter(({ kind }) => kind === 'password_changed');
    expect(notices).toHaveLength(1);
  });
});
