import { translator } from '#src/i18n/translate.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { setSessionCookie, signedIn } from '#src/server/http/session.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { changeSchema, forgotSchema, resetSchema } from '../account.schema.ts';
import { explainField, passwordError } from './account.endpoints.ts';
import type { OnProven } from './address-proof.ts';
import { setDeviceCookie } from './known-device.ts';
import { changePassword, forgotPassword, resetPassword } from './password.service.ts';

/** The response does not reveal whether the address has an account. */
export const askForReset: Handler = async (call) => {
  const body = await readBody(call, forgotSchema, explainField(call));
  if (!body.ok) return body.error;
  const { email } = body.value;
  const refused = await takeAttempt(call, { forgot_account: emailKey(email), forgot_address: call.address });
  if (refused) return refused;
  await forgotPassword(call.ctx, call.locale, email);
  return freshJson({ detail: translator(call.locale)('account:forgot.success') });
};

export const setPasswordByToken =
  (onProven: OnProven): Handler =>
  async (call) => {
    const body = await readBody(call, resetSchema, explainField(call));
    if (!body.ok) return body.error;
    const reset = await resetPassword(call.ctx, call.params.token ?? '', body.value, onProven);
    if (reset.ok) {
      setDeviceCookie(call, reset.value);
      return freshJson({ detail: translator(call.locale)('account:reset.success') });
    }
    const { kind } = reset.error;
    if (kind === 'reset_token_invalid') return { kind };
    return passwordError(call, kind);
  };

export const changeOwnPassword = signedIn(async (call, { clientId }) => {
  const body = await readBody(call, changeSchema, explainField(call));
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { password_client: clientId });
  if (refused) return refused;
  const changed = await changePassword(call.ctx, clientId, body.value);
  if (!changed.ok && changed.error.kind === 'current_password_incorrect')
    return passwordError(call, changed.error.kind, 'currentPassword');
  await returnAttempt(call, { password_client: clientId });
  if (!changed.ok) return passwordError(call, changed.error.kind, 'newPassword');
  setSessionCookie(call, changed.value.token);
  setDeviceCookie(call, changed.value.device);
  return freshJson({ detail: translator(call.locale)('account:change.success') });
});
