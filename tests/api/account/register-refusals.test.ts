import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  server = await own.serve({ TRUST_PROXY: '1' });
});
afterAll(async () => {
  expect(await own.ctx.db.read.selectFrom('clients').select('id').execute()).toEqual([]);
  expect(await own.ctx.db.read.selectFrom('outbox').select('id').execute()).toEqual([]);
  await own.dispose();
});

const refused = async (values: object, headers: Record<string, string> = { 'accept-language': 'en' }) => {
  const { status, body } = await newVisitor(server.url).post<ErrorAnswer>('/api/register/', person(values), headers);
  expect(status).toBe(400);
  return body;
};
const fieldsOf = ({ code: _, detail: __, message: ___, ...fields }: ErrorAnswer) => fields;

const HINTS = {
  name:
    'Enter your first name (up to 60 characters, without web or email addresses, phone numbers, ' +
    'emoji or symbols such as =).',
  lastname:
    'Enter your last name (up to 60 characters, without web or email addresses, phone numbers, ' +
    'emoji or symbols such as =).',
  email: 'Enter an email address, such as name@example.com.',
  address: 'Enter your street (up to 120 characters).',
  number: 'Enter your house number (up to 20 characters).',
  additional_address: 'Use at most 120 characters on one line.',
  postal_code: 'Enter a German postal code with five digits.',
  city: 'Enter your city (up to 80 characters).',
  country: 'Choose a country.',
  phone: 'Enter a phone number (up to 40 characters).',
};
const LONGEST = {
  name: 60,
  lastname: 60,
  address: 120,
  number: 20,
  additional_address: 120,
  postal_code: 12,
  city: 80,
  phone: 40,
};
const LINES = Object.keys(LONGEST);
const REQUIRED = Object.keys(HINTS).filter((field) => !['phone', 'additional_address'].includes(field));

describe('a field of a registration', () => {
  it.each(REQUIRED)('is refused and listed when it is missing, empty, blank or not a text: %s', async (field) => {
    for (const value of [undefined, '', '  ', null, 7, true, ['x'], { a: 1 }]) {
      const body = await refused({ [field]: value });
      expect(body.code).toBe('invalid_input');
      expect(fieldsOf(body), JSON.stringify(value)).toEqual({ [field]: [HINTS[field as keyof typeof HINTS]] });
    }
  });

  it.each(LINES)(
    'is refused when it contains a line break, a control character or a text direction mark: %s',
    async (field) => {
      for (const sign of [
        '\r\n',
        '\n',
        '\r',
        '\0',
        '\t',
        '\u001b',
        '\u007f',
        '\u0085',
        '\u2028',
        '\u2029',
        '\u202e',
        '\u2066',
        '\ud800',
      ])
        expect(fieldsOf(await refused({ [field]: `1${sign}2` })), JSON.stringify(sign)).toEqual({
          [field]: [expect.any(String)],
        });
    },
  );

  it.each(Object.entries(LONGEST))('is refused when it is longer than allowed: %s, %i', async (field, most) => {
    for (const length of [most + 1, 30_000])
      expect(fieldsOf(await refused({ [field]: '1'.repeat(length) }))).toHaveProperty(field);
  });

  it.each(['\u200b', '\u200d\u200d', '\u0301', '\u00ad'])(
    'is refused when it is invisible: a name of %j',
    async (name) => {
      expect(fieldsOf(await refused({ name }))).toEqual({ name: [HINTS.name] });
    },
  );

  it.each([
    'https://evil.example',
    'Klick www.evil.example',
    'PayPal evil.example',
    'Ruf 0800 123456',
    '<b>Ana</b>',
    'ana@evil.example',
  ])('is refused when it would put advertising into the shop’s mail: a name like %s', async (text) => {
    expect(fieldsOf(await refused({ name: text }))).toEqual({ name: [HINTS.name] });
    expect(fieldsOf(await refused({ lastname: text }))).toEqual({ lastname: [HINTS.lastname] });
  });

  it.each([
    'ana',
    'ana@',
    '@kunde.example',
    'ana@kunde',
    'ana@kunde..example',
    'ana@.example',
    'ana@-kunde.example',
    '.ana@kunde.example',
    'ana.@kunde.example',
    'a..na@kunde.example',
    'ana@kunde.example.',
    'ana@192.0.2.1',
    'ana@[192.0.2.1]',
    'ana@eva@kunde.example',
    'ana,eva@kunde.example',
    'ana;eva@kunde.example',
    'ana:eva@kunde.example',
    '<ana>@kunde.example',
    'Ana <ana@kunde.example>',
    '(x)ana@kunde.example',
    '"a b"@kunde.example',
    'a\\b@kunde.example',
    'a b@kunde.example',
    'ana@kunde.example\nBcc: eva@kunde.example',
    'ana\r\n@kunde.example',
    'ana\0@kunde.example',
    'ana\u200b@kunde.example',
    `${'l'.repeat(65)}@kunde.example`,
    `ana@${'l'.repeat(64)}.example`,
    `ana@${'kunde.'.repeat(45)}example`,
    `${'a'.repeat(30_000)}@kunde.example`,
    `ana@${'a-'.repeat(15_000)}`,
  ])('is refused when it is not exactly one address: %j', async (email) => {
    expect(fieldsOf(await refused({ email }))).toEqual({ email: [HINTS.email] });
  });

  it.each(['D', 'DEUT', 'Atlantis', 'D1', 'ДЕ', 'ZZ', 'EU', 'XK', 'DD', 'UK', 'QQ'])(
    'is refused when it is not a country: %s',
    async (country) => {
      expect(fieldsOf(await refused({ country }))).toEqual({ country: [HINTS.country] });
    },
  );
});

describe('a registration with several mistakes', () => {
  it('lists all of them at once', async () => {
    const body = await refused({ name: '', email: 'x', postal_code: '123', phone: 7, city: 'a\nb' });
    expect(body.code).toBe('invalid_input');
    expect(Object.keys(fieldsOf(body)).sort()).toEqual(['city', 'email', 'name', 'phone', 'postal_code']);
  });

  it('lists invalid fields before a password that breaks a rule', async () => {
    expect(fieldsOf(await refused({ name: '', password: 'x' }))).toEqual({ name: [HINTS.name] });
  });

  it.each([
    [
      'pt-BR',
      'Alguns dados não são válidos. Confira os campos indicados.',
      'Informe o seu nome (até 60 caracteres, sem endereços de site ou e-mail, telefones, emojis e símbolos como =).',
    ],
    [
      'de-DE',
      'Einige Angaben sind ungültig. Bitte prüfen Sie die markierten Felder.',
      'Geben Sie Ihren Vornamen an (höchstens 60 Zeichen, ohne Internet- und E‑Mail-Adressen, Telefonnummern, ' +
        'Emojis und Zeichen wie =).',
    ],
    ['en-US', 'Some values are not valid. Please check the marked fields.', HINTS.name],
  ])('is refused in the language of its body or of its header: %s', async (languageLocale, detail, hint) => {
    const expected = { code: 'invalid_input', detail, message: detail, name: [hint] };
    expect(await refused({ name: '', languageLocale }, { 'accept-language': 'fr' })).toEqual(expected);
    expect(await refused({ name: '', languageLocale: 7 }, { 'accept-language': languageLocale })).toEqual(expected);
  });
});

const COMMON =
  'This password is among the most common ones, so it is easy to guess. Choose another, such as several words.';

describe('a password that breaks a rule', () => {
  it.each([
    ['', 'password_min_length', 'The new password must be at least 8 characters long.'],
    ['Aa!4567', 'password_min_length', 'The new password must be at least 8 characters long.'],
    ['aaaaaaaa', 'password_symbol', 'The password must contain at least one symbol, such as ! or %.'],
    ['aaaaaaa!', 'password_uppercase', 'The password must contain at least one uppercase letter.'],
    ['AAAAAAA!', 'password_lowercase', 'The password must contain at least one lowercase letter.'],
    [`Aa!${'x'.repeat(126)}`, 'password_max_length', 'The password must be at most 128 characters long.'],
    ['Password1!', 'password_common', COMMON],
    ['Passwort123!', 'password_common', COMMON],
    ['P@ssw0rd', 'password_common', COMMON],
    ['QWERTy123!', 'password_common', COMMON],
    ['Senha-2026', 'password_common', COMMON],
  ])('is refused with the first error code alone: %s', async (password, code, text) => {
    expect(await refused({ password })).toEqual({ code, detail: text, message: text, password: [text] });
  });

  it('is refused as invalid input when it is not a text', async () => {
    for (const password of [undefined, null, 12345678, ['Aa!45678']])
      expect(fieldsOf(await refused({ password }))).toEqual({ password: [expect.any(String)] });
  });

  it.each(['Guaraná-2', '', undefined])(
    'is refused beside both fields when the confirmation differs: %s',
    async (confirmPassword) => {
      const text = 'The new passwords do not match. Please try again.';
      const body = await refused({ confirmPassword });
      expect(body).toEqual({
        code: 'password_mismatch',
        detail: text,
        message: text,
        password: [text],
        confirmPassword: [text],
      });
    },
  );

  it.each([
    ['pt-BR', 'A senha deve ter pelo menos 8 caracteres.'],
    ['de-DE', 'Das Passwort muss mindestens 8 Zeichen lang sein.'],
    ['en-US', 'The new password must be at least 8 characters long.'],
  ])('is refused in %s when the body asks for it', async (languageLocale, text) => {
    expect(await refused({ password: 'x', languageLocale })).toMatchObject({ detail: text, password: [text] });
  });
});
