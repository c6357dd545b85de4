/** The rules of passwords, for browser and server alike, in the order in which they are told. */

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** As it is hashed: keyboards write the same letter in one or two code points. */
export const normalPassword = (password: string): string => password.normalize('NFC');

const lengthOf = (password: string) => [...password].length;

const RULES = {
  password_min_length: (password: string) => lengthOf(password) >= PASSWORD_MIN_LENGTH,
  // Any printable ASCII character that is neither letter, digit nor space.
  password_symbol: (password: string) => /[!-/:-@[-`{-~]/.test(password),
  password_uppercase: (password: string) => /\p{Lu}/u.test(password),
  password_lowercase: (password: string) => /\p{Ll}/u.test(password),
} as const;

export type PasswordRule = keyof typeof RULES;
export type PasswordProblem = PasswordRule | 'password_mismatch' | 'password_max_length';

export const PASSWORD_RULES = Object.keys(RULES) as PasswordRule[];

export const meetsRule = (rule: PasswordRule, password: string): boolean => RULES[rule](normalPassword(password));

/** What is wrong with a password, the first thing only; `confirmation` is compared where there is one. */
export function passwordProblem(password: string, confirmation?: string): PasswordProblem | undefined {
  const broken = PASSWORD_RULES.find((rule) => !meetsRule(rule, password));
  if (broken) return broken;
  if (lengthOf(normalPassword(password)) > PASSWORD_MAX_LENGTH) return 'password_max_length';
  return confirmation !== undefined && normalPassword(confirmation) !== normalPassword(password) ? 'password_mismatch' : undefined;
}
