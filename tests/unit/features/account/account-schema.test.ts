import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countrySchema, emailSchema, registrationSchema, updateSchema } from '#src/features/account/account.schema.ts';
import { emailKey } from '#src/features/account/client.ts';
import { person } from '../../../support/accounts.ts';

const parsedName = (name: string) => updateSchema.safeParse({ ...person(), name });

describe('a line of a form', () => {
  it('that is taken holds something to see, no line break and no control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const parsed = parsedName(name);
        if (!parsed.success) return;
        expect(parsed.data.name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(parsed.data.name).toMatch(/\S/);
        expect(parsed.data.name.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  it('that is taken is taken again as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        const once = parsedName(name);
        if (once.success) expect(parsedName(once.data.name).data?.name).toBe(once.data.name);
      }),
    );
  });
});

describe('an address', () => {
  it('as most are is taken as it is', () => {
    fc.assert(
      fc.property(fc.emailAddress({ size: 'small' }), (email) => {
        // Quotes and the like are allowed by the standard, but nobody has them.
        if (/^[\w.+-]+@/.test(email)) expect(emailSchema.safeParse(email).data).toBe(email);
      }),
    );
  });

  it('that is taken is one address, and stays one in a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), fc.string({ maxLength: 20 }), (before, after) => {
        for (const text of [`${before}@kunde.example`, `ana@${after}`, `ana@kunde.${after}`, `${before}ana@kunde.example${after}`]) {
          const { data } = emailSchema.safeParse(text);
          if (data !== undefined) expect(data).toMatch(/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/);
        }
      }),
    );
  });

  it('compares without case, in whatever normal form it is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'É', 'e\u0301', 'Ж', 'I', 'ß', '.') }), (local) => {
        const key = emailKey(`${local}@kunde.example`);
        expect(emailKey(`${local.normalize('NFD')}@KUNDE.example`)).toBe(key);
        expect(emailKey(key)).toBe(key);
      }),
    );
  });

  it('is looked through quickly however long and odd it is', () => {
    for (const text of [`ana@${'a-'.repeat(30_000)}`, `${'a.'.repeat(30_000)}@x.example`, `ana@${'a.'.repeat(30_000)}`, '@'.repeat(60_000)])
      expect(emailSchema.safeParse(text).success).toBe(false);
  });
});

describe('a country', () => {
  it('is two capital letters, whatever was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const { data } = countrySchema.safeParse(text);
        if (data !== undefined) expect(data).toMatch(/^[A-Z]{2}$/);
      }),
    );
  });

  it('decides with the postal code, beside mistakes elsewhere', () => {
    const mistakes = (values: object) =>
      registrationSchema
        .safeParse(person(values))
        .error?.issues.map(({ path }) => path[0])
        .sort() ?? [];
    expect(mistakes({ country: 'Deutschland', postal_code: '1' })).toEqual(['postal_code']);
    expect(mistakes({ country: 'BR', postal_code: '1' })).toEqual([]);
    expect(mistakes({ country: 'DE', postal_code: '1', name: '', email: 'x' })).toEqual(['email', 'name', 'postal_code']);
    expect(mistakes({ country: '', postal_code: '1' })).toEqual(['country']);
  });
});
