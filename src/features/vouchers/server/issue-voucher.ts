import { randomUUID } from 'node:crypto';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';
import { lastDayFrom } from '../voucher.ts';
import { newVoucherCode } from './voucher-code.ts';
import { bookMovement, findBooked } from './voucher.repository.ts';

export interface NewVoucher extends Pick<
  VoucherRow,
  'origin' | 'note' | 'sender_name' | 'recipient_name' | 'recipient_email' | 'message' | 'send_on'
> {
  value: Cents;
  locale: Locale;
  orderId: string | null;
  /** The same for a repeated call. */
  requestId: string;
}

/** Issues a voucher, once for each request; returns its id. */
export async function issueVoucher(
  { config, db, now, actor }: Pick<Context, 'config' | 'db' | 'now' | 'actor'>,
  tx: Writer,
  { value, orderId, requestId, ...fields }: NewVoucher,
): Promise<string> {
  // Two calls with one request wait here for each other.
  await db.lock(tx, 'vouchers');
  const known = await findBooked(tx, requestId);
  if (known) return known.voucher_id;
  const id = randomUUID();
  const at = now().toISOString();
  const { code_hash, code_sealed, last_four } = newVoucherCode(config, id);
  await tx
    .insertInto('vouchers')
    .values({
      ...fields,
      ...{ id, code_hash, code_sealed, last_four, value_cents: value, order_id: orderId },
      ...{
        issued_at: at,
        expires_on: lastDayFrom(at),
        sent_at: null,
        locked_at: null,
        renewed_at: null,
        locked_reason: null,
      },
    })
    .execute();
  const who = actor?.who ?? null;
  await bookMovement(tx, id, { at, kind: 'issued', amount_cents: value, request_id: requestId, who });
  return id;
}
