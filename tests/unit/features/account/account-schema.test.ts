import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { countrySchema, registrationSchema, updateSchema } from '#src/features/account/account.schema.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { person } from '../../../support/people/accounts.ts';
import { anyCharacter } from '../../../support/texts/fuzz-values.ts';

const parsedName = (name: string) => updateSchema.safeParse({ ...person(), name });

describe('a line of a form', () => {
  it('has a visible character and no line break or control character when it is accepted', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (name) => {
        const parsed = parsedName(name);
        if (!parsed.success) return;
        expect(parsed.data.name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(parsed.data.name).toMatch(/\S/);
        expect(parsed.data.name.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  it('is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const once = parsedName(name);
        if (once.success) expect(parsedName(once.data.name).data?.name).toBe(once.data.name);
      }),
    );
  });
});

describe('a registration', () => {
  const refused = (values: object) =>
    registrationSchema
      .safeParse(person(values))
      .error?.issues.map(({ path }) => path[0])
      .sort() ?? [];

  it('needs a letter in the name, the street and the city', () => {
    expect(refused({ name: '-', lastname: '-' })).toEqual(['name']);
    expect(refused({ name: 'Sukarno', lastname: '-' })).toEqual([]);
    expect(refused({ address: '-', city: '.', number: '-' })).toEqual(['address', 'city']);
  });

  it('accepts a first and a last name only when both together are a name for a parcel', () => {
    expect(refused({ name: 'Ana 123', lastname: 'Haus 45' })).toEqual([]);
    expect(refused({ name: 'Ana 123', lastname: 'Haus 456', city: '' })).toEqual(['city', 'name']);
    expect(updateSchema.safeParse(person({ name: '-', lastname: '-' })).success).toBe(false);
  });

  it('refuses postal codes that Germany does not have', () => {
    for (const postal_code of ['00000', '00999', '99999', '0410', '041090'])
      expect(refused({ postal_code })).toEqual(['postal_code']);
    for (const postal_code of ['01067', '99998', ' 04109 ']) expect(refused({ postal_code })).toEqual([]);
    expect(refused({ postal_code: '00999', country: 'BR' })).toEqual([]);
  });

  it('writes a house number once', () => {
    for (const schema of [registrationSchema, updateSchema])
      expect(schema.parse(person({ address: 'Hauptstraße 12', number: '12' }))).toMatchObject({
        address: 'Hauptstraße',
        number: '12',
      });
  });
});

describe('an e-mail address', () => {
  it('is accepted unchanged in its common forms', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (email) => {
        // The standard allows quotes, but people do not use them.
        if (/^[\w.+-]+@/.test(email)) expect(emailSchema.safeParse(email).data).toBe(email);
      }),
    );
  });

  it('is exactly one address when it is accepted, also in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), fc.string({ maxLength: 20 }), (before, after) => {
        for (const text of [
          `${before}@kunde.example`,
          `ana@${after}`,
          `ana@kunde.${after}`,
          `${before}ana@kunde.example${after}`,
        ]) {
          const { data } = emailSchema.safeParse(text);
          if (data !== undefined)
            expect(data).toMatch(/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/);
        }
      }),
    );
  });

  it('is compared case-insensitively and in all normal forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'É', 'e\u0301', 'Ж', 'I', 'ß', '.') }), (local) => {
        const key = emailKey(`${local}@kunde.example`);
        expect(emailKey(`${local.normalize('NFD')}@KUNDE.example`)).toBe(key);
        expect(emailKey(key)).toBe(key);
      }),
    );
  });

  it('is stored with the actual mail host, in Unicode', () => {
    for (const [typed, stored] of [
      ['Max@xn--mller-shop-9db.example', 'Max@müller-shop.example'],
      ['max@ｇmail.example', 'max@gmail.example'],
      ['max@ﬁrma.example', 'max@firma.example'],
      ['max@STRASSE.example', 'max@strasse.example'],
      ['max@straße.example', 'max@straße.example'],
    ]) {
      expect(emailSchema.safeParse(typed).data).toBe(stored);
      expect(emailKey(typed!)).toBe(emailKey(stored!));
      expect(emailKey(typed!)).toMatch(/^[\x21-\x7e]+$/);
    }
    expect(emailKey('max@straße.example')).not.toBe(emailKey('max@strasse.example'));
  });

  it('is refused when no mail server can have its host', () => {
    for (const typed of ['max@１２.３４', 'max@shop.example/x', 'max@0x7f.1'])
      expect(emailSchema.safeParse(typed).success, typed).toBe(false);
    expect(emailKey('max@shop.example/x')).toBe('max@shop.example/x');
  });

  it('is checked quickly for any length and content', () => {
    for (const text of [
      `ana@${'a-'.repeat(30_000)}`,
      `${'a.'.repeat(30_000)}@x.example`,
      `ana@${'a.'.repeat(30_000)}`,
      '@'.repeat(60_000),
    ])
      expect(emailSchema.safeParse(text).success).toBe(false);
  });
});

describe('a country', () => {
  it('is always stored as two capital letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const { data } = countrySchema.safeParse(text);
        if (data !== undefined) expect(data).toMatch(/^[A-Z]{2}$/);
      }),
    );
  });

  it('has one of the 249 codes of ISO 3166-1', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => countrySchema.safeParse(code).success)).toHaveLength(249);
    for (const code of ['BR', 'GB', 'TW']) expect(countrySchema.parse(code.toLowerCase())).toBe(code);
  });

  it('determines the postal code’s rule, also when other fields are invalid', () => {
    const mistakes = (values: object) =>
      registrationSchema
        .safeParse(person(values))
        .error?.issues.map(({ path }) => path[0])
        .sort() ?? [];
    expect(mistakes({ country: 'Deutschland', postal_code: '1' })).toEqual(['postal_code']);
    expect(mistakes({ country: 'BR', postal_code: '1' })).toEqual([]);
    expect(mistakes({ country: 'DE', postal_code: '1', name: '', email: 'x' })).toEqual([
      'email',
      'name',
      'postal_code',
    ]);
    expect(mistakes({ country: '', postal_code: '1' })).toEqual(['country']);
  });
});
