import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clientOf, newCustomer, newEmail, PASSWORD, signIn, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { allSent, lastMailTo, mailsTo, resetTokenFor } from '../../support/outside/mails.ts';
import { headOf } from '../../support/browser/page-head.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const NEW = 'Palmito-22';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const forgot = (email: unknown, more: object = {}, headers: Record<string, string> = { 'accept-language': 'en' }) =>
  newVisitor(server.url).post<ErrorAnswer>('/api/password_forgot/', { email, ...more }, headers);
const reset = (token: string, body: object = { password: NEW }) =>
  newVisitor(server.url).post<ErrorAnswer>(`/api/reset_password/${token}/`, body, { 'accept-language': 'en' });
const login = async (email: string, password: string) =>
  (await newVisitor(server.url).post('/api/login_verify/', { email, password })).status;
const resetsOf = ({ client }: Customer) =>
  own.ctx.db.read.selectFrom('password_resets').selectAll().where('client_id', '=', client.clientId).execute();
const newToken = async ({ email }: Customer) => {
  await forgot(email);
  return resetTokenFor(own.ctx, email);
};

const SPENT = {
  code: 'reset_token_invalid',
  detail: 'This link is incomplete, has been used or has expired. Request a new one.',
};

describe('a client who forgot the password', () => {
  it('gets the same answer for every address, but a mail only for an account', async () => {
    const ana = await newCustomer(server.url);
    const nobody = newEmail();
    const before = await mailsTo(own.ctx, ana.email);
    const answers = await Promise.all([ana.email, nobody].map((email) => forgot(email)));
    for (const { status, body, setCookies } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ detail: 'An email has been sent with instructions to reset your password.' });
      expect(setCookies).toEqual([]);
    }
    const names = answers.map(({ headers }) => [...headers.keys()]);
    expect(names[0]).toEqual(names[1]);
    expect(await mailsTo(own.ctx, ana.email)).toHaveLength(before.length + 1);
    expect(await mailsTo(own.ctx, nobody)).toEqual([]);
    expect(await mailsTo(own.ctx, '')).toEqual([]);
  });

  it('gets the mail at the address as the account spells it', async () => {
    const ana = await newCustomer(server.url, { email: `Ana.${newEmail()}` });
    await forgot(ana.email.toUpperCase());
    expect((await lastMailTo(own.ctx, ana.email)).to?.[0]?.address).toBe(ana.email);
  });

  it.each([
    ['pt-BR', 'Redefinir a senha', '/reset_password/'],
    ['de-DE', 'Passwort zurücksetzen', '/de/reset_password/'],
    ['en-US', 'Reset your password', '/en/reset_password/'],
  ])('gets the mail and its link in the language of the page: %s', async (languageLocale, subject, path) => {
    const ana = await newCustomer(server.url, { languageLocale: 'en-US' });
    await forgot(ana.email, { languageLocale }, { 'accept-language': 'fr' });
    const { subject: told, text = '', html = '' } = await lastMailTo(own.ctx, ana.email);
    expect(told).toBe(subject);
    const link = new RegExp(`${own.env.SITE_URL}${path}[\\w-]{43}(?=[\\s"])`);
    expect(text).toMatch(link);
    expect(html.match(link)?.[0]).toBe(text.match(link)?.[0]);
  });

  it.each([undefined, '', 'ana', 7, 'ana@kunde.example\r\nBcc: eva@kunde.example'])(
    'is refused for an address like %j',
    async (email) => {
      const { status, body } = await forgot(email);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_input',
        email: ['Enter an email address, such as name@example.com.'],
      });
    },
  );
});

describe('a token', () => {
  it('has 256 bits and is stored only as a hash', async () => {
    const ana = await newCustomer(server.url);
    const token = await newToken(ana);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await resetsOf(ana);
    expect(row!.token_hash).toBe(createHash('sha256').update(token).digest('base64url'));
    const mails = await own.ctx.db.read.selectFrom('outbox').selectAll().execute();
    expect(JSON.stringify([row, mails])).not.toContain(token);
    expect(Date.parse(row!.expires_at) - Date.parse(row!.created_at)).toBe(3600_000);
  });

  it('sets a new password once, ends every session and informs the owner', async () => {
    const ana = await newCustomer(server.url);
    const elsewhere = await signIn(server.url, ana);
    const { status, body, setCookies } = await reset(await newToken(ana));
    expect(status).toBe(200);
    expect(body).toEqual({ detail: 'Password reset successfully.' });
    // The browser is known now, but not signed in.
    expect(setCookies).toEqual([expect.stringMatching(/^device=/)]);
    for (const { visitor } of [ana, elsewhere]) expect(await clientOf(visitor)).toBeNull();
    expect(await login(ana.email, PASSWORD)).toBe(401);
    expect(await login(ana.email, NEW)).toBe(200);
    expect((await mailsTo(own.ctx, ana.email)).map(({ kind }) => kind)).toEqual([
      'welcome',
      'password_reset',
      'password_changed',
    ]);
  });

  it('works only once', async () => {
    const ana = await newCustomer(server.url);
    const token = await newToken(ana);
    await reset(token);
    const { status, body } = await reset(token, { password: 'Outra-333' });
    expect(status).toBe(400);
    expect(body).toEqual({ ...SPENT, message: SPENT.detail });
    expect(await login(ana.email, NEW)).toBe(200);
  });

  it('works for exactly one of many concurrent uses', async () => {
    const ana = await newCustomer(server.url);
    const token = await newToken(ana);
    const passwords = Array.from({ length: 8 }, (_, index) => `Palmito-${index}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, { password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
    expect(await login(ana.email, winner)).toBe(200);
  });

  it('still works after a password that breaks a rule', async () => {
    const ana = await newCustomer(server.url);
    const token = await newToken(ana);
    for (const [body, code] of [
      [{ password: 'Palm-2' }, 'password_min_length'],
      [{ password: 'palmito222' }, 'password_symbol'],
      [{ password: NEW, confirmPassword: 'x' }, 'password_mismatch'],
      [{ password: 'Qwerty123!' }, 'password_common'],
    ] as const) {
      const { status, body: answer } = await reset(token, body);
      expect([status, answer.code, answer.password]).toEqual([400, code, [answer.detail]]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('expires after an hour', async () => {
    const ana = await newCustomer(server.url);
    const token = await newToken(ana);
    const expire = (at: number) =>
      own.ctx.db.read
        .updateTable('password_resets')
        .set({ expires_at: new Date(at).toISOString() })
        .where('client_id', '=', ana.client.clientId)
        .execute();
    await expire(Date.now() - 1);
    expect((await reset(token)).body).toMatchObject(SPENT);
    await expire(Date.now() + 60_000);
    expect((await reset(token)).status).toBe(200);
  });

  it('works together with a second one until one of them is used', async () => {
    const ana = await newCustomer(server.url);
    const first = await newToken(ana);
    const second = await newToken(ana);
    expect(first).not.toBe(second);
    expect((await reset(first)).status).toBe(200);
    expect((await reset(second, { password: 'Outra-333' })).body).toMatchObject(SPENT);
  });

  it.each(['x', 't'.repeat(43), '..%2f..%2fx', '%F0%9F%98%80', 'a'.repeat(5000)])(
    'is refused when it was never mailed: %s',
    async (token) => {
      const { status, body } = await reset(token);
      expect([status, body]).toEqual([400, expect.objectContaining(SPENT)]);
    },
  );

  it('does not work for an address without an account', async () => {
    await forgot(newEmail());
    const rows = await own.ctx.db.read
      .selectFrom('password_resets')
      .selectAll()
      .where('client_id', 'is', null)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { token_hash } of rows) expect((await reset(token_hash)).body).toMatchObject(SPENT);
  });

  it('is deleted at the next server start when it is older than a day', async () => {
    const ana = await newCustomer(server.url);
    await newToken(ana);
    await own.ctx.db.read.updateTable('password_resets').set({ expires_at: '2024-01-01T00:00:00.000Z' }).execute();
    await (await own.serve()).stop();
    expect(await resetsOf(ana)).toEqual([]);
    await allSent(own.ctx);
  });
});

describe('the page of a link', () => {
  const head = async (token: string) => {
    const page = await fetch(`${server.url}/de/reset_password/${token}`, { redirect: 'manual' });
    expect(page.status).toBe(200);
    return headOf(await page.text());
  };

  it('names the forgot page as its canonical address, also when the link is used', async () => {
    const token = await newToken(await newCustomer(server.url));
    const expected = { canonical: 'http://localhost:4321/de/password_forgot', noindex: false, alternates: 0 };
    expect(await head(token)).toEqual(expected);
    expect(await head('spent')).toEqual(expected);
  });
});
