/** What the desk lists of gift vouchers. */
import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';
import { containing } from '#src/server/db/containing.ts';
import type { VoucherMovementRow, VoucherRow } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';
import type { VoucherState } from '../voucher.ts';
import { codeHash } from './voucher-code.ts';
import { isStoppedBy } from './voucher-stop.ts';
import { balanceIn, lastOutOf } from './voucher.repository.ts';

export interface ListedVoucher extends VoucherRow {
  /** The sum of its movements, with what checkouts hold. */
  balance: Cents;
  /** Its payment is contested, or its buyer has withdrawn. */
  isStopped: boolean;
  /** The kind of the last withdrawal from the voucher. */
  lastOut: VoucherMovementRow['kind'] | null;
}

const STOPPED = isStoppedBy('v.order_id');
const LAST_OUT = lastOutOf('v.id');

const BALANCE = balanceIn('v.id');

/** Typed in any way, such as "k7qf3mxa". */
const orderNumberIn = (text: string): string => text.toUpperCase().replace(/^(\w{4})[\s-]?(\w{4})$/, '$1-$2');

/** Typed alone, or as the desk writes it: "GV-…-7K3M". */
const lastFourIn = (text: string): string => text.toUpperCase().replace(/^GV-.*-/, '');

interface VoucherFilter {
  /** The code's last four characters, an order number, or a name or email of the recipient, giver or buyer. */
  text: string;
  state: VoucherState | undefined;
  /** Today in Germany. */
  day: string;
}

/** One page of vouchers, the newest first, and the number of all that fit. */
export async function listVouchers(
  db: Reader,
  { text, state, day }: VoucherFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ vouchers: ListedVoucher[]; total: number }> {
  let all = db.selectFrom('vouchers as v');
  if (text) {
    const number = orderNumberIn(text);
    // SQLite's lower() changes only ASCII letters, so Özlem is also searched for in the usual spelling of names.
    const lower = text.toLowerCase();
    const asName = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
    const patterns = [...new Set([text, lower, asName])].map(containing);
    const contains = (column: string) =>
      sql<boolean>`(${sql.join(
        patterns.map((pattern) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`),
        sql` or `,
      )})`;
    all = all.where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('v.last_four', '=', lastFourIn(text)),
        ...['v.recipient_name', 'v.recipient_email', 'v.sender_name'].map(contains),
        exists(
          selectFrom('orders as o')
            .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
            .select('o.id')
            .whereRef('o.id', '=', 'v.order_id')
            .where((bought) =>
              bought.or([bought('o.order_number', '=', number), ...['c.client_name', 'c.email'].map(contains)]),
            ),
        ),
        exists(
          selectFrom('voucher_movements as u')
            .innerJoin('orders as p', 'p.checkout_id', 'u.checkout_id')
            .select('u.id')
            .whereRef('u.voucher_id', '=', 'v.id')
            .where('p.order_number', '=', number),
        ),
      ]),
    );
  }
  if (state === 'locked') all = all.where(({ or, eb }) => or([eb('v.locked_at', 'is not', null), STOPPED]));
  else if (state) {
    all = all.where('v.locked_at', 'is', null).where(({ not }) => not(STOPPED));
    all = all.where('v.expires_on', state === 'expired' ? '<' : '>=', day);
    if (state !== 'expired') all = all.where(BALANCE, state === 'valid' ? '>' : '<=', 0);
    if (state === 'paid_back') all = all.where(LAST_OUT, '=', 'paid_out');
    else if (state === 'spent') all = all.where(LAST_OUT, 'is distinct from', 'paid_out');
  }
  const { total } = await all.select((row) => row.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll('v')
    .select([BALANCE.as('balance'), STOPPED.as('isStopped'), LAST_OUT.as('lastOut')])
    .orderBy('v.issued_at', 'desc')
    .orderBy('v.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    vouchers: rows.map((row) => ({ ...row, balance: Number(row.balance), isStopped: Boolean(row.isStopped) })),
    total: Number(total),
  };
}

/** `day`: today in Germany. */
export function stateOf(
  { locked_at, expires_on, balance, isStopped, lastOut }: ListedVoucher,
  day: string,
): VoucherState {
  if (locked_at !== null || isStopped) return 'locked';
  if (day > expires_on) return 'expired';
  if (balance > 0) return 'valid';
  return lastOut === 'paid_out' ? 'paid_back' : 'spent';
}

/** Finds vouchers by code, the last four characters of the code, or id. */
export const findNamed = (db: Reader, typed: string): Promise<VoucherRow[]> =>
  db
    .selectFrom('vouchers')
    .selectAll()
    .where(({ or, eb }) =>
      or([eb('id', '=', typed), eb('last_four', '=', lastFourIn(typed)), eb('code_hash', '=', codeHash(typed) ?? '')]),
    )
    .limit(2)
    .execute();

export interface LedgerLine extends VoucherMovementRow {
  /** The order that was paid, or whose money came back. */
  orderNumber: string | null;
}

/** The ledger of a voucher in the order of time. */
export const findLedger = (db: Reader, id: string): Promise<LedgerLine[]> =>
  db
    .selectFrom('voucher_movements as m')
    .leftJoin('orders as o', 'o.checkout_id', 'm.checkout_id')
    .selectAll('m')
    .select('o.order_number as orderNumber')
    .where('m.voucher_id', '=', id)
    .orderBy('m.id')
    .execute();

/** The number of the order that bought a voucher. */
export async function findOrderOf(db: Reader, { order_id }: VoucherRow): Promise<string | undefined> {
  if (order_id === null) return undefined;
  const row = await db.selectFrom('orders').select('order_number').where('id', '=', order_id).executeTakeFirst();
  return row?.order_number;
}

/** The movements of all vouchers in a time. `after`: what the voucher's movements add up to with this one. */
export const findMovementsBetween = (db: Reader, from: string, until: string) =>
  db
    .selectFrom('voucher_movements as m')
    .innerJoin('vouchers as v', 'v.id', 'm.voucher_id')
    .leftJoin('orders as o', 'o.checkout_id', 'm.checkout_id')
    .select(['m.at', 'm.kind', 'm.amount_cents', 'v.origin', 'v.last_four', 'o.order_number as orderNumber'])
    .select(
      sql<
        number | string
      >`(select sum(b.amount_cents) from voucher_movements b where b.voucher_id = m.voucher_id and b.id <= m.id)`.as(
        'after',
      ),
    )
    .where('m.at', '>=', from)
    .where('m.at', '<', until)
    .orderBy('m.id')
    .execute();

/**
 * What is left of all vouchers: of those that were sold, and of those given away. `uncovered`: what was spent of
 * vouchers whose money was taken back.
 */
export async function sumLeft(db: Reader): Promise<{ sold: Cents; given: Cents; uncovered: Cents }> {
  const each = db
    .selectFrom('voucher_movements as m')
    .innerJoin('vouchers as v', 'v.id', 'm.voucher_id')
    .select(['v.origin', sql<number>`sum(m.amount_cents)`.as('cents')])
    .groupBy(['v.id', 'v.origin']);
  const rows = await db
    .selectFrom(each.as('e'))
    .select(['e.origin', sql<boolean>`e.cents < 0`.as('isBelow'), sql<number | string>`sum(e.cents)`.as('cents')])
    .groupBy(['e.origin', sql`e.cents < 0`])
    .execute();
  const of = (isOne: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isOne).reduce((sum, { cents }) => sum + Number(cents), 0);
  return {
    sold: of(({ origin, isBelow }) => !isBelow && origin !== 'goodwill'),
    given: of(({ origin, isBelow }) => !isBelow && origin === 'goodwill'),
    uncovered: Math.abs(of(({ isBelow }) => isBelow)),
  };
}
