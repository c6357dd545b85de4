import { resources, translator } from '#src/i18n/translate.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { hasBody, readBody } from '#src/server/http/body.ts';
import { ok } from '#src/shared/result.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { forgetCode } from '#src/server/http/forget-code.ts';
import { currentSession, endSession, forOwnClient, setSessionCookie } from '#src/server/http/session.ts';
import { emailKey } from '#src/server/auth/email.ts';
import type { NewPasswordProblem } from '#src/server/auth/new-password.ts';
import { deletionSchema, loginSchema, logoutSchema, registrationSchema, updateSchema } from '../account.schema.ts';
import {
  changeClientData,
  closeAccount,
  register,
  signIn,
  signOutEverywhere,
  toClientData,
  toStoredClient,
  type SignIn,
} from './account.service.ts';
import { findClient } from './client.repository.ts';
import { deviceToken, knownDevice, setDeviceCookie } from './known-device.ts';
import { withoutTestLogin } from './test-login.ts';

type PasswordRefusal = NewPasswordProblem | 'current_password_incorrect';

/** Returns the message for an invalid field of a person's data. */
export const explainField =
  (call: Pick<Call, 'locale'>) =>
  (field: string): string => {
    const texts: Record<string, string> & { text: string } = resources[call.locale].errors.field;
    return (Object.hasOwn(texts, field) && texts[field]) || texts.text;
  };

/** A refused password as a list in its field. A mismatch is listed in the confirmation's field too. */
export function passwordError({ locale }: Pick<Call, 'locale'>, kind: PasswordRefusal, field = 'password'): HttpError {
  const names = kind === 'password_mismatch' ? [field, 'confirmPassword'] : [field];
  return { kind, fields: Object.fromEntries(names.map((name) => [name, [translator(locale)(`errors:${kind}`)]])) };
}

export const registerClient: Handler = async (call) => {
  const body = await readBody(call, registrationSchema, explainField(call));
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { register_address: call.address });
  if (refused) return refused;
  const registered = await register(call.ctx, call.locale, body.value, deviceToken(call));
  const t = translator(call.locale);
  if (!registered.ok) {
    const { kind } = registered.error;
    return kind === 'email_taken' ? { kind, fields: { email: [t('errors:email_taken')] } } : passwordError(call, kind);
  }
  await replaceSession(call, registered.value);
  return freshJson({ detail: t('account:register.success'), client: registered.value.client }, { status: 201 });
};

/** Ends the browser's earlier session and sends the cookies of the new one. */
export async function replaceSession(call: Call, { token, device }: SignIn): Promise<void> {
  await endSession(call);
  setSessionCookie(call, token);
  setDeviceCookie(call, device);
}

/**
 * The subjects for counting a wrong password. Known browsers count separately, so that strangers cannot lock them out
 * by guessing.
 */
async function loginSubjects(call: Call, account: string) {
  const device = await knownDevice(call, account);
  if (device) return { login_device: `${device} ${account}` };
  return { login_account_address: `${call.address} ${account}`, login_address: call.address, login_account: account };
}

export const verifyLogin: Handler = async (call) => {
  const body = await readBody(call, loginSchema, explainField(call));
  if (!body.ok) return body.error;
  const { email, password } = body.value;
  const subjects = await loginSubjects(call, emailKey(email.trim()));
  const refused = await takeAttempt(call, subjects);
  if (refused) return refused;
  const signedIn = await signIn(call.ctx, withoutTestLogin(email, call), password, deviceToken(call));
  if (!signedIn.ok) return signedIn.error;
  await returnAttempt(call, subjects);
  await replaceSession(call, signedIn.value);
  return freshJson(signedIn.value.client);
};

export const showSession: Handler = async (call) => {
  const session = await currentSession(call);
  const client = session && (await findClient(call.ctx.db.read, session.clientId));
  return freshJson({ client: client ? toStoredClient(client) : null });
};

export const logOut: Handler = async (call) => {
  const body = hasBody(call.request)
    ? await readBody(call, logoutSchema, explainField(call))
    : ok({ everywhere: false });
  if (!body.ok) return body.error;
  const session = body.value.everywhere && (await currentSession(call));
  if (session) await signOutEverywhere(call.ctx, session.clientId);
  await endSession(call);
  forgetCode(call);
  return freshJson({ detail: translator(call.locale)('account:logout.success') });
};

export const showClientData = forOwnClient(async ({ ctx }, { clientId }) => {
  const client = await findClient(ctx.db.read, clientId);
  return client ? freshJson(toClientData(client)) : { kind: 'not_signed_in' };
});

export const updateClientData = forOwnClient(async (call, { clientId }) => {
  const body = await readBody(call, updateSchema, explainField(call));
  if (!body.ok) return body.error;
  const changed = await changeClientData(call.ctx, clientId, body.value);
  if (changed.ok) return freshJson(toClientData(changed.value));
  if (changed.error === 'unknown_client') return { kind: 'not_signed_in' };
  return { kind: 'invalid_input', fields: { postal_code: [explainField(call)('postal_code')] } };
});

/** Deletes the account. The call needs the password again. */
export const deleteClientData = forOwnClient(async (call, { clientId }) => {
  const body = await readBody(call, deletionSchema, explainField(call));
  if (!body.ok) return body.error;
  const refused = await takeAttempt(call, { password_client: clientId });
  if (refused) return refused;
  const closed = await closeAccount(call.ctx, clientId, body.value.password);
  if (!closed.ok) return passwordError(call, closed.error.kind);
  await returnAttempt(call, { password_client: clientId });
  await endSession(call);
  forgetCode(call);
  return freshJson({ detail: translator(call.locale)('account:delete.success') });
});
