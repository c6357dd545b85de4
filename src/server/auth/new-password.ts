import { passwordProblem, type PasswordProblem } from '#src/shared/password.ts';
import { isCommonPassword } from './common-passwords.ts';

export type NewPasswordProblem = PasswordProblem | 'password_common';

/** The first problem of a new password: first the rules that the browser knows too, then the list of common passwords. */
export async function newPasswordProblem(password: string, confirmation?: string): Promise<NewPasswordProblem | undefined> {
  return passwordProblem(password, confirmation) ?? ((await isCommonPassword(password)) ? 'password_common' : undefined);
}
