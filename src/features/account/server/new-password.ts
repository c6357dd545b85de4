import { passwordProblem, type PasswordProblem } from '../password.ts';
import { isCommonPassword } from './common-passwords.ts';

export type NewPasswordProblem = PasswordProblem | 'password_common';

/** What is wrong with a password that somebody chooses, the first thing only: the browser's rules, then what only the server knows. */
export async function newPasswordProblem(password: string, confirmation?: string): Promise<NewPasswordProblem | undefined> {
  return passwordProblem(password, confirmation) ?? ((await isCommonPassword(password)) ? 'password_common' : undefined);
}
