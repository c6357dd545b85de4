import { randomUUID } from 'node:crypto';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { readdressOrders } from '#src/features/orders/server/order-takeover.service.ts';
import { confirmPassword } from '#src/desk/server/sign-in.service.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { insertClientNote } from '../server/client-notes.repository.ts';
import { changeEmail, deleteCustomer, type EmailRefusal } from '../server/customer.service.ts';

/** Records that somebody looked up a customer, because it is personal data. */
export const recordLook = (ctx: Context, { id }: ClientRow): Promise<void> =>
  ctx.db.write((tx) => recordAct(ctx, tx, { act: 'customer.look', subject: 'customer', id }));

const WHY: Record<EmailRefusal['kind'], DeskError['kind']> = {
  unknown_client: 'not_found',
  not_an_email: 'not_an_email',
  email_taken: 'customer_email_taken',
  same_email: 'same_email',
};

const MOST_NOTE = 2000;

/** Stores what somebody wants colleagues to know about a customer. */
async function addNote(ctx: Context, { id: clientId }: ClientRow, text: string): Promise<void> {
  await ctx.db.write(async (tx) => {
    const note = { id: randomUUID(), client_id: clientId, text: text.slice(0, MOST_NOTE) };
    await insertClientNote(tx, { ...note, who: ctx.actor?.who ?? '', created_at: ctx.now().toISOString() });
    // Without the text, because the record outlives the account.
    await recordAct(ctx, tx, { act: 'customer.note', subject: 'customer', id: clientId });
  });
}

/** Acts on an account for a customer who calls or writes. */
export async function actOnCustomer(
  { ctx, signedIn }: OpenDesk,
  client: ClientRow,
  form: DeskForm,
): Promise<Result<'emailChanged' | 'customerDeleted' | 'customerNoted', DeskError>> {
  if (form.text('act') === 'note') {
    const text = form.text('note');
    if (!text) return fail({ kind: 'empty_note', marked: ['note'] });
    await addNote(ctx, client, text);
    return ok('customerNoted');
  }
  const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
  if (refused) return fail(refused);
  switch (form.text('act')) {
    case 'email': {
      // Somebody else changed the address while this form was open.
      if (form.text('present') !== client.email)
        return fail({ kind: 'email_changed', values: { email: client.email }, marked: ['email'] });
      const changed = await changeEmail(ctx, client.email_key, form.text('email'), readdressOrders);
      return changed.ok ? ok('emailChanged') : fail({ kind: WHY[changed.error.kind], marked: ['email'] });
    }
    case 'delete': {
      if (emailKey(form.text('typed')) !== emailKey(client.email))
        return fail({ kind: 'typed_other_email', marked: ['typed'] });
      const deleted = await deleteCustomer(ctx, client.email_key);
      return deleted.ok ? ok('customerDeleted') : fail({ kind: 'not_found' });
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
