import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  meetsRule,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PASSWORD_RULES,
  passwordProblem,
  type PasswordRule,
} from '#src/shared/password.ts';
import { anyCharacter } from '../../support/texts/fuzz-values.ts';

const SYMBOLS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const anything = fc.string({ unit: anyCharacter, maxLength: 140 });
/** Characters that no normal form joins with their neighbours. */
const pool = (signs: string) => fc.constantFrom(...signs);
const symbol = pool(SYMBOLS);
const upper = pool('AZÄÉÑŠĐÇΩЖԱ𝐀𐐀');
const lower = pool('azäéñšđçωжա𝐚𐐨ß');
const other = pool('09 ٣中あ한🥭ªǅ\u00a0\u3000');
const shuffled = (parts: fc.Arbitrary<string>[], length: { min: number; max: number }) =>
  fc
    .tuple(
      fc.tuple(...parts),
      fc.array(fc.oneof(upper, lower, other, symbol), { minLength: length.min, maxLength: length.max }),
    )
    .chain(([needed, rest]) => fc.shuffledSubarray([...needed, ...rest], { minLength: needed.length + rest.length }))
    .map((signs) => signs.join(''));
const good = shuffled([symbol, upper, lower], { min: 5, max: 125 });

describe('the rules of a password', () => {
  it('are in the order of the specification', () => {
    expect(PASSWORD_RULES).toEqual([
      'password_min_length',
      'password_symbol',
      'password_uppercase',
      'password_lowercase',
    ]);
    expect([PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH]).toEqual([8, 128]);
  });

  it('are reported one at a time, the first broken one', () => {
    fc.assert(
      fc.property(anything, (password) => {
        const broken = PASSWORD_RULES.filter((rule) => !meetsRule(rule, password));
        if (broken.length > 0) expect(passwordProblem(password)).toBe(broken[0]);
        else expect([undefined, 'password_max_length']).toContain(passwordProblem(password));
      }),
    );
  });

  it('are met by any characters with the three required kinds', () => {
    fc.assert(
      fc.property(good, (password) => {
        expect(passwordProblem(password)).toBeUndefined();
        expect(passwordProblem(password, password)).toBeUndefined();
      }),
    );
  });

  it.each<[PasswordRule, fc.Arbitrary<string>]>([
    ['password_symbol', symbol],
    ['password_uppercase', upper],
    ['password_lowercase', lower],
  ])('report %s exactly when no such character is present', (rule, needed) => {
    const others = [symbol, upper, lower].filter((one) => one !== needed);
    const without = fc
      .tuple(fc.array(fc.oneof(...others, other), { minLength: 8, maxLength: 60 }), needed, fc.nat())
      .map(([signs, sign, at]) => ({ signs, sign, at: at % (signs.length + 1) }));
    fc.assert(
      fc.property(without, ({ signs, sign, at }) => {
        expect(meetsRule(rule, signs.join(''))).toBe(false);
        expect(meetsRule(rule, signs.toSpliced(at, 0, sign).join(''))).toBe(true);
      }),
    );
  });

  it('accept as symbols exactly the printable ASCII characters except letters, digits and space', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
    expect(ascii.filter((sign) => meetsRule('password_symbol', sign)).join('')).toBe(SYMBOLS);
    for (const sign of '§€„“–…¡！￥🥭') expect(meetsRule('password_symbol', sign), sign).toBe(false);
  });

  it('count code points, not UTF-16 units', () => {
    const mango = (count: number) => `Aa!${'🥭'.repeat(count - 3)}`;
    expect(passwordProblem(mango(7))).toBe('password_min_length');
    expect(passwordProblem(mango(8))).toBeUndefined();
    expect(passwordProblem(mango(128))).toBeUndefined();
    expect(passwordProblem(mango(129))).toBe('password_max_length');
  });

  it('are checked before the maximum length, which is checked before the confirmation', () => {
    expect(passwordProblem('a'.repeat(500), 'x')).toBe('password_symbol');
    expect(passwordProblem(`Aa!${'x'.repeat(126)}`, 'x')).toBe('password_max_length');
    expect(passwordProblem('Aa!45678', 'x')).toBe('password_mismatch');
    expect(passwordProblem('Aa!45678', '')).toBe('password_mismatch');
  });

  it('give the same result for all normal forms of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (password) => {
        const problem = passwordProblem(password.normalize('NFC'));
        expect(passwordProblem(password.normalize('NFD'))).toBe(problem);
        expect(['password_mismatch', 'x']).not.toContain(
          passwordProblem(password.normalize('NFD'), password.normalize('NFC')),
        );
      }),
    );
    expect(passwordProblem(`Aa!${'e\u0301'.repeat(4)}`)).toBe('password_min_length');
    expect(passwordProblem(`Aa!${'e\u0301'.repeat(125)}`)).toBeUndefined();
  });
});
