/** When data of gift vouchers is deleted; the privacy policy names the times. */
import { sql } from 'kysely';
import { shownEmail } from '#src/server/auth/email.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { deleteVoucherMailsTo } from '#src/server/outbox/outbox.repository.ts';
import { germanDay } from '#src/shared/german-day.ts';

const NOBODY = { sender_name: null, recipient_name: null, recipient_email: null, message: null } as const;

/**
 * Deletes who gave and who got vouchers that were sent, or issued without a mail, before a time; counts them. Later
 * mails to the same people about the same vouchers go with them.
 */
export async function forgetPeople(tx: Writer, before: string): Promise<number> {
  const rows = await tx
    .selectFrom('vouchers')
    .select(['id', 'recipient_email', 'sent_at'])
    .where(({ or, eb }) => or((Object.keys(NOBODY) as (keyof typeof NOBODY)[]).map((name) => eb(name, 'is not', null))))
    .where(({ or, and, eb }) =>
      or([
        eb('sent_at', '<', before),
        and([
          eb('sent_at', 'is', null),
          eb('issued_at', '<', before),
          or([eb('send_on', 'is', null), eb('send_on', '<', germanDay(before))]),
        ]),
      ]),
    )
    .execute();
  for (const { id, recipient_email: email, sent_at: sentAt } of rows) {
    if (email !== null) await deleteVoucherMailsTo(tx, id, email);
    // Staff may send it to somebody else in this moment, who is not to be forgotten yet.
    await tx
      .updateTable('vouchers')
      .set(NOBODY)
      .where('id', '=', id)
      .where('sent_at', 'is not distinct from', sentAt)
      .execute();
  }
  return rows.length;
}

/** Deletes vouchers with nothing left that did not move since a time; counts them. */
export async function deleteOldVouchers(tx: Writer, before: string): Promise<number> {
  const rows = await tx
    .selectFrom('voucher_movements')
    .select('voucher_id as id')
    .groupBy('voucher_id')
    .having(sql<string>`max(at)`, '<', before)
    .having(sql<number>`sum(amount_cents)`, '<=', 0)
    .execute();
  // SQLite takes only so many values in a statement.
  for (const { id } of rows) {
    await tx.deleteFrom('voucher_movements').where('voucher_id', '=', id).execute();
    await tx.deleteFrom('vouchers').where('id', '=', id).execute();
  }
  return rows.length;
}

/** Vouchers that were sent to an address, which they hold as it is shown. `key`: the form that is compared. */
export const findVouchersSentTo = (db: Reader, key: string): Promise<VoucherRow[]> =>
  db
    .selectFrom('vouchers')
    .selectAll()
    .where(sql`lower(recipient_email)`, 'in', [key, shownEmail(key)])
    .orderBy('issued_at')
    .execute();
