/** The owner's acts on an account for a customer who calls or writes. */
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { enqueueAddressNotices } from './account-mails.ts';
import { deleteAccount } from './account.service.ts';
import { deleteProofsOf } from './address-proof.repository.ts';
import { findClientByEmail, lockAccount, updateEmail } from './client.repository.ts';
import { deleteDevicesOf } from './known-device.repository.ts';
import { invalidateResetsOf } from './password-reset.repository.ts';

export type EmailRefusal = { kind: 'unknown_client' | 'not_an_email' | 'email_taken' | 'same_email' };

/** What else knows an account's address, and gets the new one in the same transaction. */
export type OnReaddressed = (ctx: Context, tx: Writer, client: Pick<ClientRow, 'id' | 'email'>) => Promise<void>;

/**
 * Changes an account's email address; `present` is its current key. All sessions, known browsers and mailed links
 * become invalid, because another person may have the old address. Both addresses get a mail.
 */
export async function changeEmail(
  ctx: Context,
  present: ClientRow['email_key'],
  next: string,
  readdressed: OnReaddressed,
): Promise<Result<{ email: string }, EmailRefusal>> {
  const parsed = emailSchema.safeParse(next);
  if (!parsed.success) return fail({ kind: 'not_an_email' });
  const email = parsed.data;
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, present);
    if (!client) return fail({ kind: 'unknown_client' as const });
    if (client.email === email) return fail({ kind: 'same_email' as const });
    const at = ctx.now().toISOString();
    if (!(await updateEmail(tx, client.id, { email, email_key: emailKey(email), updated_at: at })))
      return fail({ kind: 'email_taken' as const });
    await deleteSessionsOf(tx, client.id);
    await deleteDevicesOf(tx, client.id);
    await invalidateResetsOf(tx, client.id, at);
    await deleteProofsOf(tx, client.id);
    await readdressed(ctx, tx, { id: client.id, email });
    await enqueueAddressNotices(ctx, tx, client, email);
    await recordAct(ctx, tx, {
      act: 'customer.email',
      subject: 'customer',
      id: client.id,
      before: { email: client.email },
      after: { email },
    });
    return ok({ email });
  });
}

/** Deletes an account for its owner, who gets a mail. Data of orders is kept as long as tax law requires. */
export async function deleteCustomer(
  ctx: Context,
  key: ClientRow['email_key'],
): Promise<Result<void, { kind: 'unknown_client' }>> {
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, key);
    if (!client) return fail({ kind: 'unknown_client' as const });
    await deleteAccount(ctx, tx, client);
    // Without the address, because the account's data must be gone.
    await recordAct(ctx, tx, { act: 'customer.delete', subject: 'customer', id: client.id });
    return ok(undefined);
  });
}

export const findCustomer = (ctx: Context, email: string) => findClientByEmail(ctx.db.read, emailKey(email.trim()));
