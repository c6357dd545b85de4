import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '#src/server/auth/common-passwords.ts';
import { passwordProblem } from '#src/shared/password.ts';

describe('a common password', () => {
  it.each([
    'Password1!',
    'PASSWORd1!',
    'Passwort123!',
    'Qwerty123!',
    'Qwerty123456!',
    'Qwertz123!',
    'P@ssw0rd',
    'P@$$w0rd1',
    'P4ssword!',
    'Passw0rd2026!',
    'Pass-word1',
    '!Password!',
    '1Password!',
    '$eCret-12',
    '$Unsh1ne',
    'Hallo123!',
    'Senha123!',
    'Brasil2014!',
    'Deutschland1!',
    'Princesa-01011990',
    'Welcome2026!',
    'Iloveyou!1',
    'Letmein#1',
    'Abcd1234!',
    'Ｐassword1!',
    'Pàssword1!',
  ])('is recognized even when it was varied to meet the rules: %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    'Guaraná-1',
    'Palmito-22',
    'Maracujá-2!',
    'Vitrine-2026',
    'Correct-Horse-Battery-9',
    'Xk9$vPq!2m',
    'Love!8273645120',
    'Password!?#%&~^*$_',
    'Meine Oma fährt im Hühnerstall Motorrad!',
    'Três pratos de trigo para 3 tigres',
    'Ωmega-Ж-7',
  ])('is not confused with a good one: %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  it('is not recognized in random passwords', async () => {
    const sign = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%-_');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: sign, minLength: 12, maxLength: 40 }), async (password) => {
        fc.pre(passwordProblem(password) === undefined);
        expect(await isCommonPassword(password)).toBe(false);
      }),
      // A fixed seed, because a random password may be common by chance.
      { seed: 22 },
    );
  });

  it('is searched quickly in a long text', async () => {
    for (const text of ['1'.repeat(10_000), `${'!1'.repeat(5000)}a`, 'a1'.repeat(5000)])
      expect(await isCommonPassword(text)).toBe(false);
  });
});
