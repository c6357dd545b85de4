/** The password rules of browser and server, in the order in which they are checked. */
import { normalizeText } from './normalize.ts';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** All printable ASCII characters except letters, digits and the space. */
export const PASSWORD_SYMBOLS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** Normalizes before checks and hashing, because keyboards write the same letter as one or as two code points. */
export const normalizePassword = (password: string): string => normalizeText(password);

const lengthOf = (password: string) => [...password].length;

const RULES = {
  password_min_length: (password: string) => lengthOf(password) >= PASSWORD_MIN_LENGTH,
  password_symbol: (password: string) => [...PASSWORD_SYMBOLS].some((symbol) => password.includes(symbol)),
  password_uppercase: (password: string) => /\p{Lu}/u.test(password),
  password_lowercase: (password: string) => /\p{Ll}/u.test(password),
} as const;

export type PasswordRule = keyof typeof RULES;
export type PasswordProblem = PasswordRule | 'password_mismatch' | 'password_max_length';

export const PASSWORD_RULES = Object.keys(RULES) as PasswordRule[];

export const meetsRule = (rule: PasswordRule, password: string): boolean => RULES[rule](normalizePassword(password));

/** The first rule that a password breaks. `confirmation` is compared only when it is given. */
export function passwordProblem(password: string, confirmation?: string): PasswordProblem | undefined {
  const broken = PASSWORD_RULES.find((rule) => !meetsRule(rule, password));
  if (broken) return broken;
  if (lengthOf(normalizePassword(password)) > PASSWORD_MAX_LENGTH) return 'password_max_length';
  return confirmation !== undefined && normalizePassword(confirmation) !== normalizePassword(password)
    ? 'password_mismatch'
    : undefined;
}
