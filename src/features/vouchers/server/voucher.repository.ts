/**
 * The ledger of gift vouchers. Whatever changes one locks its row first, after all other locks of its transaction, so
 * that no two wait for one another.
 */
import { sql } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { VoucherMovementRow, VoucherRow, VouchersTable } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';
import { lastDayFrom } from '../voucher.ts';
import { codeHash } from './voucher-code.ts';
import { findStop, whyNotNow } from './voucher-stop.ts';

type Locks = Pick<Database, 'lockRows'>;

/** The voucher of a typed code. */
export async function findVoucherByCode(db: Reader, typed: string): Promise<VoucherRow | undefined> {
  const hash = codeHash(typed);
  if (hash === undefined) return undefined;
  return db.selectFrom('vouchers').selectAll().where('code_hash', '=', hash).executeTakeFirst();
}

export const findVoucher = (db: Reader, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('vouchers').selectAll().where('id', '=', id).executeTakeFirst();

export const lockVoucher = ({ lockRows }: Locks, tx: Writer, id: string): Promise<VoucherRow | undefined> =>
  lockRows(tx.selectFrom('vouchers').selectAll().where('id', '=', id)).executeTakeFirst();

export async function updateVoucher(tx: Writer, id: string, values: Partial<VouchersTable>): Promise<void> {
  await tx.updateTable('vouchers').set(values).where('id', '=', id).execute();
}

/** What the movements of a voucher add up to, with what checkouts hold. */
export async function balanceOf(db: Reader, id: string): Promise<Cents> {
  const row = await db
    .selectFrom('voucher_movements')
    .select(sql<number | string | null>`sum(amount_cents)`.as('cents'))
    .where('voucher_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

/** What the movements of a voucher add up to, inside of another query. `voucher`: the column with its id. */
export const balanceIn = (voucher: string) => sql<number | string>`(select coalesce(sum(b.amount_cents), 0)
  from voucher_movements b where b.voucher_id = ${sql.ref(voucher)})`;

/** The kind of the last movement that left a voucher. `voucher`: the column with its id. */
export const lastOutOf = (voucher: string) => sql<VoucherMovementRow['kind'] | null>`(select k.kind
  from voucher_movements k where k.voucher_id = ${sql.ref(voucher)} and k.amount_cents < 0 order by k.id desc limit 1)`;

/** Whether nothing is left because the last of it was paid back: by a refund of its order, or by hand. */
export async function isPaidBack(db: Reader, id: string): Promise<boolean> {
  if ((await balanceOf(db, id)) > 0) return false;
  const row = await db
    .selectFrom('vouchers as v')
    .select(lastOutOf('v.id').as('kind'))
    .where('v.id', '=', id)
    .executeTakeFirst();
  return row?.kind === 'paid_out';
}

/** Whose checkouts do not count: a checkout, or the open ones of a buyer, which the next one replaces. */
export interface VoucherUser {
  checkoutId?: string | undefined;
  owner?: { column: 'client_id' | 'guest_id'; id: string } | undefined;
}

/** What checkouts hold that is not booked yet. */
async function heldOf(db: Reader, id: string, { checkoutId, owner }: VoucherUser = {}): Promise<Cents> {
  let held = db
    .selectFrom('checkouts as c')
    .select(sql<number | string | null>`sum(c.voucher_cents)`.as('cents'))
    .where('c.voucher_id', '=', id)
    .where('c.hold', 'in', ['held', 'sold'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('voucher_movements as m')
            .select('m.id')
            .whereRef('m.checkout_id', '=', 'c.id')
            .where('m.voucher_id', '=', id)
            .where('m.kind', '=', 'used'),
        ),
      ),
    );
  if (checkoutId) held = held.where('c.id', '!=', checkoutId);
  else if (owner)
    held = held.where(({ or, eb }) =>
      or([
        eb('c.state', '!=', 'open'),
        eb('c.capture_request_id', 'is not', null),
        eb(`c.${owner.column}`, 'is distinct from', owner.id),
      ]),
    );
  return Number((await held.executeTakeFirstOrThrow()).cents ?? 0);
}

/** What may still be paid with a voucher, also of one that is locked or has expired. */
export const leftOf = async (db: Reader, id: string, user?: VoucherUser): Promise<Cents> =>
  (await balanceOf(db, id)) - (await heldOf(db, id, user));

/**
 * Takes the money of a checkout that holds its units, or is about to, and names the voucher (`voucher_id`,
 * `voucher_cents`). false when the voucher is not valid, or less is left. Others with the voucher wait here until the
 * transaction commits. `day`: today in Germany.
 */
export async function holdVoucher(
  locks: Locks,
  tx: Writer,
  { voucherId, cents, checkoutId, day }: { voucherId: string; cents: Cents; checkoutId: string; day: string },
): Promise<boolean> {
  const voucher = await lockVoucher(locks, tx, voucherId);
  if (!voucher || (await whyNotNow(tx, voucher, day))) return false;
  return (await leftOf(tx, voucherId, { checkoutId })) >= cents;
}

/** Whether the money that a checkout holds is still there: a refund or a case about it may have come meanwhile. */
export async function isHoldCovered(
  db: Reader,
  { voucherId, cents, checkoutId }: { voucherId: string; cents: Cents; checkoutId: string },
): Promise<boolean> {
  const voucher = await findVoucher(db, voucherId);
  if (!voucher || (await findStop(db, voucher))) return false;
  return (await leftOf(db, voucherId, { checkoutId })) >= cents;
}

const isHolding = async (db: Reader, checkoutId: string, voucherId: string): Promise<boolean> =>
  (await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', checkoutId)
    .where('voucher_id', '=', voucherId)
    .where('hold', 'in', ['held', 'sold'])
    .executeTakeFirst()) !== undefined;

/** `note`: in the words of staff. */
type Booking = Pick<VoucherMovementRow, 'at' | 'kind' | 'amount_cents' | 'request_id'> &
  Partial<Pick<VoucherMovementRow, 'checkout_id' | 'who' | 'note'>>;

/** Adds a movement to the ledger; false when its request was booked already. Call it for a locked voucher. */
export async function bookMovement(tx: Writer, voucherId: string, booking: Booking): Promise<boolean> {
  const result = await tx
    .insertInto('voucher_movements')
    .values({ voucher_id: voucherId, checkout_id: null, who: null, note: null, ...booking })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Books what a checkout pays with its voucher, once. `too_little`: the checkout held nothing, and others took the money
 * meanwhile; nothing is booked. What a checkout holds is booked also when the voucher was locked or expired meanwhile,
 * or lost its money to a refund after the other part was captured: the order is paid, and the voucher is below zero.
 */
export async function useVoucher(
  locks: Locks,
  tx: Writer,
  { voucherId, cents, checkoutId, at }: { voucherId: string; cents: Cents; checkoutId: string; at: string },
): Promise<'used' | 'already' | 'too_little'> {
  await lockVoucher(locks, tx, voucherId);
  const request_id = `used-${checkoutId}`;
  if (await findBooked(tx, request_id)) return 'already';
  const isThere = (await leftOf(tx, voucherId, { checkoutId })) >= cents;
  if (!isThere && !(await isHolding(tx, checkoutId, voucherId))) return 'too_little';
  await bookMovement(tx, voucherId, { at, kind: 'used', amount_cents: -cents, checkout_id: checkoutId, request_id });
  return 'used';
}

interface Returned {
  checkoutId: string;
  cents: Cents;
  /** The same for a repeated call. */
  requestId: string;
  at: string;
  who?: string | undefined;
  note?: string | undefined;
}

/**
 * Gives back what a checkout paid with its voucher, or a part of it, once for each request. `too_much`: more than is
 * left of the payment; nothing is booked.
 */
export async function giveBackToVoucher(
  locks: Locks,
  tx: Writer,
  { checkoutId, cents, requestId, at, who, note }: Returned,
): Promise<'returned' | 'already' | 'too_much'> {
  const used = await tx
    .selectFrom('voucher_movements')
    .select('voucher_id')
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', 'used')
    .executeTakeFirst();
  const voucher = used && (await lockVoucher(locks, tx, used.voucher_id));
  if (await findBooked(tx, requestId)) return 'already';
  if (!voucher || cents > (await paidBy(tx, checkoutId))) return 'too_much';
  await bookMovement(tx, voucher.id, {
    ...{ at, kind: 'returned', amount_cents: cents, checkout_id: checkoutId, request_id: requestId },
    ...{ who: who ?? null, note: note ?? null },
  });
  await prolong(tx, voucher, at);
  return 'returned';
}

/** Money that came back to a locked voucher is valid as long as that of a new one. */
export async function prolong(tx: Writer, voucher: VoucherRow, at: string): Promise<void> {
  const expires_on = lastDayFrom(at);
  if (expires_on > voucher.expires_on) await updateVoucher(tx, voucher.id, { expires_on });
}

/** What a checkout has paid with its voucher, without what came back. */
export async function paidBy(db: Reader, checkoutId: string): Promise<Cents> {
  const row = await db
    .selectFrom('voucher_movements')
    .select(sql<number | string | null>`sum(amount_cents)`.as('cents'))
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  return -Number(row.cents ?? 0);
}

export const findBooked = (db: Reader, requestId: string): Promise<VoucherMovementRow | undefined> =>
  db.selectFrom('voucher_movements').selectAll().where('request_id', '=', requestId).executeTakeFirst();

type Unsent = Pick<VoucherRow, 'id' | 'issued_at'>;

/**
 * Vouchers that wait for their mail, some at once; `day`: until when in Germany. `after`: the last of those before, as
 * some cannot be mailed and wait on.
 */
export function findUnsent(db: Reader, day: string, after?: Unsent): Promise<Unsent[]> {
  const unsent = db
    .selectFrom('vouchers as v')
    .select(['v.id', 'v.issued_at'])
    .where('v.recipient_email', 'is not', null)
    .where('v.sent_at', 'is', null)
    .where('v.locked_at', 'is', null)
    .where('v.expires_on', '>=', day)
    .where(balanceIn('v.id'), '>', 0)
    .where(({ or, eb }) => or([eb('v.send_on', 'is', null), eb('v.send_on', '<=', day)]))
    .orderBy('v.issued_at')
    .orderBy('v.id')
    .limit(AT_ONCE);
  const later =
    after &&
    unsent.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('v.issued_at', 'v.id'), '>', tuple(after.issued_at, after.id)),
    );
  return (later ?? unsent).execute();
}

/** Vouchers with money after their last day. `day`: today in Germany. */
export const findExpired = (db: Reader, day: string): Promise<Pick<VoucherRow, 'id'>[]> =>
  db
    .selectFrom('vouchers as v')
    .innerJoin('voucher_movements as m', 'm.voucher_id', 'v.id')
    .select('v.id')
    .where('v.expires_on', '<', day)
    .groupBy('v.id')
    .having(sql<number>`sum(m.amount_cents)`, '>', 0)
    .limit(AT_ONCE)
    .execute();

/** A query for a job reads no more. */
const AT_ONCE = 500;
