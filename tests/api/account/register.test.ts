import { describe, expect, it } from 'vitest';
import type { StoredClient } from '#src/features/account/client.ts';
import { clientOf, newCustomer, PASSWORD, person, without } from '../../support/people/accounts.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { STRONG_HASHES } from '../../support/texts/weak-hashes.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const register = (body: object, headers: Record<string, string> = {}) =>
  newVisitor(server.url).post('/api/register/', body, headers);
const rowOf = (email: string) =>
  own.ctx.db.read.selectFrom('clients').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('a registration', () => {
  it('creates an account with the given data and signs the client in', async () => {
    const visitor = newVisitor(server.url);
    const body = person({ additional_address: '2. OG' });
    const {
      status,
      body: answer,
      headers,
    } = await visitor.post<{ client: StoredClient }>('/api/register/', body, { 'accept-language': 'en' });
    expect(status).toBe(201);
    expect(answer).toEqual({
      detail: 'Registration successful!',
      client: expect.objectContaining({ clientEmail: body.email }),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await clientOf(visitor)).toEqual(answer.client);
    expect(await rowOf(body.email)).toMatchObject({
      ...without(body, 'password', 'confirmPassword'),
      email_key: body.email,
      locale: 'en-US',
    });
  });

  it('needs neither a phone nor a second address line', async () => {
    for (const nothing of ['', '  ', null, undefined]) {
      const body = person({ phone: nothing, additional_address: nothing });
      expect(await register(body), String(nothing)).toMatchObject({ status: 201 });
      expect(await rowOf(body.email)).toMatchObject({ phone: '', additional_address: '' });
    }
  });

  it('ends the session that the browser had before', async () => {
    const ana = await newCustomer(server.url);
    const before = ana.visitor.cookies.get('session')!;
    const eva = person();
    expect((await ana.visitor.post('/api/register/', eva)).status).toBe(201);
    expect(await clientOf(ana.visitor)).toMatchObject({ clientEmail: eva.email });
    ana.visitor.cookies.set('session', before);
    expect(await clientOf(ana.visitor)).toBeNull();
  });

  it('makes the browser a known device, which strangers cannot lock out', async () => {
    const visitor = newVisitor(server.url);
    const { email, password } = person();
    await visitor.post('/api/register/', person({ email }));
    const stranger = newVisitor(server.url, { 'x-forwarded-for': '10.9.9.9' });
    for (let time = 0; time < 101; time++) await stranger.post('/api/login_verify/', { email, password: 'Errada-11' });
    expect((await visitor.post('/api/login_verify/', { email, password })).status).toBe(200);
  });

  it('keeps the browser’s session when it is refused', async () => {
    const ana = await newCustomer(server.url);
    expect((await ana.visitor.post('/api/register/', person({ email: ana.email }))).status).toBe(400);
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });

  it('stores the password as an argon2id hash of 19 MiB and two passes', async () => {
    const body = person();
    const strong = await own.serve(STRONG_HASHES);
    await newVisitor(strong.url).post('/api/register/', body);
    const { password_hash } = await rowOf(body.email);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,(p=1,t=2|t=2,p=1)\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(JSON.stringify(await rowOf(body.email))).not.toContain(PASSWORD);
  });

  it('gives the same password two different hashes because of the salt', async () => {
    const [one, two] = [person(), person()];
    await Promise.all([register(one), register(two)]);
    expect((await rowOf(one.email)).password_hash).not.toBe((await rowOf(two.email)).password_hash);
  });

  it('gives the client an id that cannot be guessed', async () => {
    const body = person();
    await register(body);
    expect((await rowOf(body.email)).id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it.each([
    ['pt-BR', 'Conta criada com sucesso!', /^Boas-vindas/],
    ['de-DE', 'Ihr Konto wurde angelegt.', /^Willkommen/],
    ['en-US', 'Registration successful!', /^Welcome/],
  ])('is answered and welcomed by mail in its language: %s', async (languageLocale, detail, subject) => {
    const body = person({ languageLocale });
    expect((await register(body, { 'accept-language': 'fr' })).body).toMatchObject({ detail });
    const mails = await mailsTo(own.ctx, body.email);
    expect(mails).toHaveLength(1);
    const mail = await lastMailTo(own.ctx, body.email);
    expect(mail.subject).toMatch(subject);
    expect(mail.text).toContain(body.email);
  });

  it('is refused with the address of an existing account, whatever the case of its letters', async () => {
    const body = person();
    await register(body);
    const { status, body: answer } = await register(person({ email: ` ${body.email.toUpperCase()}` }), {
      'accept-language': 'en',
    });
    expect(status).toBe(400);
    const text = 'There is already an account with this email address. Sign in, or reset your password.';
    expect(answer).toEqual({ code: 'email_taken', detail: text, message: text, email: [text] });
    expect(await mailsTo(own.ctx, body.email)).toHaveLength(1);
  });

  it('creates one account and one mail when it is sent 20 times at once in different cases', async () => {
    const { email, ...rest } = person();
    const spelt = (index: number) =>
      [...email].map((sign, at) => ((index >> (at % 5)) & 1 ? sign.toUpperCase() : sign)).join('');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => register({ ...rest, email: spelt(index) })),
    );
    expect(new Set(answers.map((_, index) => spelt(index))).size).toBe(20);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
    const rows = await own.ctx.db.read.selectFrom('clients').selectAll().where('email_key', '=', email).execute();
    expect(rows).toHaveLength(1);
    const mails = await own.ctx.db.read.selectFrom('outbox').selectAll().execute();
    expect(mails.filter(({ recipient }) => recipient.toLowerCase() === email)).toHaveLength(1);
  });
});

describe('a registration’s value', () => {
  it.each([
    ['Germany', 'DE'],
    ['Deutschland', 'DE'],
    [' alemanha ', 'DE'],
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['br', 'BR'],
  ])('is stored for the country %s as %s', async (country, code) => {
    const body = person({ country });
    expect((await register(body)).status).toBe(201);
    expect((await rowOf(body.email)).country).toBe(code);
  });

  it.each([
    ['DE', '01067', 201],
    ['DE', ' 99998 ', 201],
    ['DE', '1067', 400],
    ['DE', '010677', 400],
    ['Alemanha', '01067-000', 400],
    ['DE', '０１０６７', 400],
    ['BR', '01310-100', 201],
  ])('gets for a postal code in %s, %s, the status %i', async (country, postal_code, status) => {
    expect((await register(person({ country, postal_code }))).status).toBe(status);
  });

  it.each(['João', 'Đặng', '李小龍', 'O’Connor', 'Jean-Luc', 'ʻOkina', 'محمد', 'Ĳsbrand', 'J. R.', '𠮷野', 'علی‌رضا'])(
    'may be a name like %s',
    async (name) => {
      const body = person({ name, lastname: name });
      expect((await register(body)).status).toBe(201);
      expect(await rowOf(body.email)).toMatchObject({ name: name.normalize('NFC'), lastname: name.normalize('NFC') });
    },
  );

  it('is stored without surrounding blanks, with accents as one code point', async () => {
    const body = person({ name: '  Joa\u0303o ', city: ' Mu\u0308nchen\u00a0', additional_address: null });
    expect((await register(body)).status).toBe(201);
    expect(await rowOf(body.email)).toMatchObject({ name: 'João', city: 'München', additional_address: '' });
  });

  it.each([
    'ana+loja@kunde.example',
    'a@kunde.example',
    "o'neil@kunde.example",
    'josé@käse.example',
    `${'l'.repeat(64)}@kunde.example`,
  ])('may be the e-mail address %s', async (email) => {
    expect((await register(person({ email }))).status).toBe(201);
    expect(await rowOf(email)).toMatchObject({ email });
  });

  it('shows the host of an e-mail address in Unicode and compares it in Punycode', async () => {
    expect((await register(person({ email: 'ana@xn--kse-qla.example' }))).status).toBe(201);
    expect((await rowOf('ana@käse.example')).email_key).toBe('ana@xn--kse-qla.example');
  });

  it('is ignored when its field is unknown', async () => {
    const body = person({ id: 'mine', locale: 'xx', password_hash: 'mine', is_admin: true, created_at: '1999-01-01' });
    expect((await register(body, { 'accept-language': 'de' })).status).toBe(201);
    const row = await rowOf(body.email);
    expect(row.locale).toBe('de-DE');
    expect([row.id, row.password_hash, row.created_at]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/mine|1999/)]),
    );
  });

  it('may be missing when the field is optional, and may name an unknown language', async () => {
    const body = without(person({ languageLocale: 'xx-XX' }), 'additional_address');
    expect((await register(body)).status).toBe(201);
    expect(await rowOf(body.email)).toMatchObject({ additional_address: '', locale: 'pt-BR' });
  });
});
