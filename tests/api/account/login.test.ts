import argon2 from 'argon2';
import { describe, expect, it } from 'vitest';
import { clientOf, newEmail, PASSWORD, person, signIn, signUp } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { STRONG_HASHES } from '../../support/texts/weak-hashes.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const login = (body: object, headers: Record<string, string> = { 'accept-language': 'en' }) =>
  newVisitor(server.url).post<ErrorAnswer>('/api/login_verify/', body, headers);
const sessionsOf = (email: string) =>
  own.ctx.db.read
    .selectFrom('sessions as s')
    .innerJoin('clients as c', 'c.id', 's.client_id')
    .selectAll('s')
    .where('c.email', '=', email)
    .orderBy('s.created_at')
    .execute();

describe('a login', () => {
  it('returns the client’s fields and nothing else', async () => {
    const given = person({ additional_address: '2. OG' });
    const { client } = await signIn(server.url, await signUp(server.url, given));
    expect(client).toEqual({
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      clientName: given.name,
      clientSurname: given.lastname,
      clientEmail: given.email,
      clientAddress: given.address,
      clientNumber: given.number,
      clientAdditionalAddress: '2. OG',
      clientPostalCode: given.postal_code,
      clientCity: given.city,
      clientCountry: 'DE',
    });
  });

  it('ignores case and surrounding blanks of the e-mail address', async () => {
    const account = await signUp(server.url, { email: `Ana.Ärger.${newEmail()}` });
    for (const email of [
      account.email.toUpperCase(),
      account.email.toLowerCase(),
      `  ${account.email}\t`,
      account.email.normalize('NFD'),
    ])
      expect((await login({ ...account, email })).status, email).toBe(200);
  });

  it('accepts accents typed as one or as two code points', async () => {
    const one = await signUp(server.url, { password: 'Cafézinho-1'.normalize('NFC') });
    const two = await signUp(server.url, { password: 'Cafézinho-1'.normalize('NFD') });
    for (const { email } of [one, two])
      for (const form of ['NFC', 'NFD'])
        expect((await login({ email, password: 'Cafézinho-1'.normalize(form) })).status, form).toBe(200);
    expect((await login({ email: one.email, password: 'Cafezinho-1' })).status).toBe(401);
  });

  it.each(['      Aa!', 'Пароль-пароль', '🥭🥭🥭🥭🥭!Aa', 'ẞß'.repeat(4) + '!', `Aa!${'é'.repeat(125)}`])(
    'accepts any Unicode in a password, blanks too: %j',
    async (password) => {
      const { email } = await signUp(server.url, { password });
      expect((await login({ email, password })).status).toBe(200);
      for (const other of [password.trim(), password.slice(0, -1), `${password} `, password.toUpperCase()])
        if (other !== password) expect((await login({ email, password: other })).status, other).toBe(401);
    },
  );

  it('replaces a hash with weaker parameters, but only after the right password', async () => {
    const strong = await own.serve(STRONG_HASHES);
    const account = await signUp(strong.url);
    const login = (body: object) => newVisitor(strong.url).post('/api/login_verify/', body);
    const weak = await argon2.hash(PASSWORD, { type: argon2.argon2id, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const hashes = () =>
      own.ctx.db.read.selectFrom('clients').select('password_hash').where('email', '=', account.email).execute();
    await own.ctx.db.read
      .updateTable('clients')
      .set({ password_hash: weak })
      .where('email', '=', account.email)
      .execute();
    expect((await login({ ...account, password: 'Guaraná-2' })).status).toBe(401);
    expect(await hashes()).toEqual([{ password_hash: weak }]);
    expect((await login(account)).status).toBe(200);
    const [renewed] = await hashes();
    expect(argon2.needsRehash(renewed!.password_hash, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })).toBe(false);
    expect((await login(account)).status).toBe(200);
    expect(await hashes()).toEqual([renewed]);
  });
});

describe('a login that fails', () => {
  it('gives the same answer for an unknown address and a wrong password', async () => {
    const { email } = await signUp(server.url);
    const answers = [];
    for (const body of [
      { email, password: 'Guaraná-2' },
      { email: newEmail(), password: PASSWORD },
      { email: 'no address', password: PASSWORD },
      { email: '', password: '' },
      { email, password: '' },
      { email: `${'a'.repeat(900)}@kunde.example`, password: PASSWORD },
    ]) {
      const { status, headers, body: answer, setCookies } = await login(body);
      answers.push({
        status,
        answer,
        setCookies,
        names: [...headers.keys()].filter((name) => name !== 'x-request-id').sort(),
      });
    }
    expect(answers[0]).toMatchObject({ status: 401, setCookies: [] });
    const text = 'Your credentials are incorrect.';
    expect(answers[0]?.answer).toEqual({ code: 'invalid_credentials', detail: text, message: text });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await sessionsOf(email)).toEqual([]);
  });

  it.each([
    ['pt-BR', 'Seus dados não estão corretos.'],
    ['de-DE', 'Ihre Zugangsdaten sind nicht korrekt.'],
    ['en-US', 'Your credentials are incorrect.'],
  ])('is explained in %s when the header or the body asks for it', async (language, detail) => {
    const body = { email: newEmail(), password: PASSWORD };
    expect((await login(body, { 'accept-language': language })).body.detail).toBe(detail);
    expect((await login({ ...body, languageLocale: language }, { 'accept-language': 'fr' })).body.detail).toBe(detail);
  });

  it.each([
    [{ password: PASSWORD }, ['email']],
    [{ email: 'ana@kunde.example' }, ['password']],
    [{ email: 7, password: ['x'] }, ['email', 'password']],
    [{ email: 'ana\0@kunde.example', password: PASSWORD }, ['email']],
    [{ email: 'a'.repeat(1001), password: PASSWORD }, ['email']],
    [{ email: 'ana@kunde.example', password: 'a'.repeat(10_001) }, ['password']],
  ])('lists fields that are invalid for every account: %j', async (body, fields) => {
    const { status, body: answer } = await login(body);
    expect(status).toBe(400);
    expect(Object.keys(answer).sort()).toEqual(['code', 'detail', 'message', ...fields].sort());
  });
});

describe('the session of a login', () => {
  it('has a cookie that scripts can’t read and other sites can’t send, for 30 days', async () => {
    const { setCookies } = await newVisitor(server.url).post('/api/login_verify/', await signUp(server.url));
    const [pair = '', ...attributes] = setCookies.find((line) => line.startsWith('session='))!.split('; ');
    expect(pair).toMatch(/^session=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', `Max-Age=${30 * 24 * 3600}`, 'Path=/', 'SameSite=Lax']);
  });

  it('is stored only as a hash of its token', async () => {
    const account = await signUp(server.url);
    const { visitor } = await signIn(server.url, account);
    const token = visitor.cookies.get('session')!;
    const [row] = await sessionsOf(account.email);
    expect(JSON.stringify(row)).not.toContain(token);
    const stolen = newVisitor(server.url);
    stolen.cookies.set('session', row!.token_hash);
    expect(await clientOf(stolen)).toBeNull();
  });

  it('has a new token each time', async () => {
    const account = await signUp(server.url);
    const tokens = new Set<string | undefined>();
    for (let time = 0; time < 5; time++) tokens.add((await signIn(server.url, account)).visitor.cookies.get('session'));
    expect(tokens.size).toBe(5);
    expect(await sessionsOf(account.email)).toHaveLength(5);
  });

  it('never uses a token that the browser sent', async () => {
    const account = await signUp(server.url);
    const planted = 'p'.repeat(43);
    const visitor = newVisitor(server.url);
    visitor.cookies.set('session', planted);
    await signIn(server.url, account, visitor);
    expect(visitor.cookies.get('session')).not.toBe(planted);
    const attacker = newVisitor(server.url);
    attacker.cookies.set('session', planted);
    expect(await clientOf(attacker)).toBeNull();
  });

  it('replaces the browser’s earlier session', async () => {
    const [ana, eva] = [await signUp(server.url), await signUp(server.url)];
    const { visitor } = await signIn(server.url, ana);
    const left = newVisitor(server.url);
    left.cookies.set('session', visitor.cookies.get('session')!);
    const { client } = await signIn(server.url, eva, visitor);
    expect(await clientOf(visitor)).toEqual(client);
    expect(await clientOf(left)).toBeNull();
    expect(await sessionsOf(ana.email)).toEqual([]);
  });
});
