import { passwordProblem, type PasswordProblem } from '#src/shared/password.ts';
import { isCommonPassword } from './common-passwords.ts';

export type NewPasswordProblem = PasswordProblem | 'password_common';

/** The first problem of a new password: the rules that the browser also checks, then the list of common passwords. */
export async function newPasswordProblem(
  password: string,
  confirmation?: string,
): Promise<NewPasswordProblem | undefined> {
  return (
    passwordProblem(password, confirmation) ?? ((await isCommonPassword(password)) ? 'password_common' : undefined)
  );
}
