import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { hashToken, newToken, startSession } from '#src/server/http/session.ts';
import { deleteMailWithoutRecipient } from '#src/server/outbox/outbox.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { newPasswordProblem, type NewPasswordProblem } from '#src/server/auth/new-password.ts';
import { hashPassword, verifyPassword } from '#src/server/auth/password-hash.ts';
import { enqueuePasswordNotice, enqueueReset } from './account-mails.ts';
import type { OnProven } from './address-proof.ts';
import { findClient, lockAccount, updatePasswordHash } from './client.repository.ts';
import { deleteDevicesOf } from './known-device.repository.ts';
import { rememberDevice } from './known-device.ts';
import { clientOfReset, insertReset, invalidateResetsOf, consumeReset } from './password-reset.repository.ts';

/** The recipient for unknown addresses: the mail costs the same time to write and is deleted before the commit. */
const NO_RECIPIENT = { email: '', name: '', lastname: '' };

const RESET_LIFE_MS = 3600 * 1000;

/**
 * Mails a reset link if the address has an account. Otherwise does the same work, so that the response time reveals
 * nothing.
 */
export async function forgotPassword(ctx: Context, locale: Locale, email: string): Promise<void> {
  const token = newToken();
  const mailId = randomUUID();
  const now = ctx.now();
  await ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, emailKey(email));
    await insertReset(tx, {
      tokenHash: hashToken(token),
      clientId: client?.id ?? null,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + RESET_LIFE_MS).toISOString(),
    });
    await enqueueReset(ctx, tx, { id: mailId, locale, to: client ?? NO_RECIPIENT, token });
    await deleteMailWithoutRecipient(tx, mailId);
  });
}

/** Whether a mailed link is still valid. Does not use up the link. */
export const isResetLinkOpen = async (ctx: Context, token: string): Promise<boolean> =>
  (await clientOfReset(ctx.db.read, hashToken(token), ctx.now().toISOString())) !== undefined;

/**
 * Sets a new password with a mailed token and ends all sessions of that client. Returns the device token of this
 * browser. It is then the only known browser, and it can sign in even while strangers guess passwords. The mailed token
 * proves the mailbox.
 */
export async function resetPassword(
  ctx: Context,
  token: string,
  { password, confirmPassword }: { password: string; confirmPassword?: string },
  onProven: OnProven = async () => {},
): Promise<Result<string, { kind: NewPasswordProblem | 'reset_token_invalid' }>> {
  // A refused password must not use up the link.
  const problem = await newPasswordProblem(password, confirmPassword);
  if (problem) return fail({ kind: problem });
  const now = ctx.now().toISOString();
  // The token is checked before hashing, because hashing is expensive and tokens can be invented.
  const clientId = await clientOfReset(ctx.db.read, hashToken(token), now);
  const known = clientId && (await findClient(ctx.db.read, clientId));
  if (!known) return fail({ kind: 'reset_token_invalid' });
  const hash = await hashPassword(password);
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, known.email_key);
    if (!client || !(await consumeReset(tx, hashToken(token), now)))
      return fail({ kind: 'reset_token_invalid' as const });
    await updatePasswordHash(tx, client.id, hash, now);
    await invalidateResetsOf(tx, client.id, now);
    await deleteSessionsOf(tx, client.id);
    await deleteDevicesOf(tx, client.id);
    await enqueuePasswordNotice(ctx, tx, client);
    await onProven(ctx, tx, client);
    return ok(await rememberDevice(ctx, tx, client.id, undefined));
  });
}

/**
 * Changes the password of a signed-in client, ends all sessions and forgets all known browsers. Returns new tokens for
 * the cookies of this browser.
 */
export async function changePassword(
  ctx: Context,
  clientId: string,
  {
    currentPassword,
    newPassword,
    confirmPassword,
  }: { currentPassword: string; newPassword: string; confirmPassword?: string },
): Promise<Result<{ token: string; device: string }, { kind: NewPasswordProblem | 'current_password_incorrect' }>> {
  const known = await findClient(ctx.db.read, clientId);
  if (!known || !(await verifyPassword(known.password_hash, currentPassword)))
    return fail({ kind: 'current_password_incorrect' });
  const problem = await newPasswordProblem(newPassword, confirmPassword);
  if (problem) return fail({ kind: problem });
  const hash = await hashPassword(newPassword);
  const now = ctx.now().toISOString();
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, known.email_key);
    if (client?.password_hash !== known.password_hash) return fail({ kind: 'current_password_incorrect' as const });
    await updatePasswordHash(tx, clientId, hash, now);
    await invalidateResetsOf(tx, clientId, now);
    await deleteSessionsOf(tx, clientId);
    await deleteDevicesOf(tx, clientId);
    await enqueuePasswordNotice(ctx, tx, client);
    return ok({
      token: await startSession(ctx, tx, clientId),
      device: await rememberDevice(ctx, tx, clientId, undefined),
    });
  });
}
