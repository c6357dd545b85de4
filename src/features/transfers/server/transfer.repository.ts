import { sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { TransferRow } from '#src/server/db/tables/transfers.ts';
import { isDue } from '#src/server/db/waiting.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';
import type { Payable } from '../match-entries.ts';

/** The longest wait that shop.yaml allows, and a day for the end of its last day. */
export const MOST_DAYS = 30;
const LONGEST_MS = (MOST_DAYS + 1) * DAY_MS;

export async function insertTransfer(tx: Writer, row: TransferRow): Promise<void> {
  await tx.insertInto('transfers').values(row).execute();
}

export async function updateTransfer(
  tx: Writer,
  checkoutId: string,
  values: Updateable<Tables['transfers']>,
): Promise<void> {
  await tx.updateTable('transfers').set(values).where('checkout_id', '=', checkoutId).execute();
}

/** Puts a check that failed behind the others, unless somebody has changed the row meanwhile. */
export async function postponeTransfer(
  tx: Writer,
  { checkoutId, checkAt }: { checkoutId: string; checkAt: string | null },
  until: string,
): Promise<void> {
  await tx
    .updateTable('transfers')
    .set({ check_at: until })
    .where('checkout_id', '=', checkoutId)
    .where('check_at', '=', checkAt)
    .execute();
}

export const findTransfer = (db: Reader, checkoutId: string): Promise<TransferRow | undefined> =>
  db.selectFrom('transfers').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst();

/** The account whose order, to be paid by transfer in the next days, came with this request. */
export async function findSender(db: Reader, requestId: string, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('checkouts as c', 'c.id', 't.checkout_id')
    .select('c.client_id')
    .where('t.due_at', '>=', now)
    .where('c.request_id', '=', requestId)
    .where('c.client_id', 'is not', null)
    .executeTakeFirst();
  return row?.client_id ?? undefined;
}

/** The orders whose buyer is to be reminded, or that are to be cancelled. */
export const findTransfersDue = (db: Reader, now: string) =>
  db
    .selectFrom('transfers as t')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .select(['o.id as orderId', 't.checkout_id as checkoutId', 't.check_at as checkAt'])
    .where(isDue('t.check_at', now, LONGEST_MS))
    .orderBy('t.check_at')
    .limit(100)
    .execute();

/** The ids of the orders that wait for a transfer, the one that is due first first. */
export async function findWaitingTransfers(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers as t')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .select('o.id')
    .where('t.check_at', 'is not', null)
    .orderBy('t.due_at')
    .orderBy('o.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Units in the unpaid orders of a buyer: those of the account, and those with the email address. A gift voucher is one.
 */
export async function countUnpaidUnits(
  db: Reader,
  { clientId, emailKey }: { clientId: string | null; emailKey: string },
): Promise<number> {
  const row = await db
    .selectFrom('transfers as t')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .leftJoin('checkout_lines as l', 'l.checkout_id', 't.checkout_id')
    .select(sql<number | string | null>`sum(coalesce(l.quantity, 1))`.as('units'))
    .where('t.check_at', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('o.email_key', '=', emailKey), ...(clientId ? [eb('o.client_id', '=', clientId)] : [])]),
    )
    .executeTakeFirst();
  return Number(row?.units ?? 0);
}

/** The gift vouchers that people of a network have ordered and not paid. */
export async function countUnpaidVouchers(db: Reader, network: string): Promise<number> {
  const { total } = await db
    .selectFrom('transfers as t')
    .innerJoin('checkouts as c', 'c.id', 't.checkout_id')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('t.check_at', 'is not', null)
    .where('c.gift_voucher', 'is not', null)
    .where('c.network', '=', network)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Orders that wait for their money, and refunds that the owner has to transfer. */
export async function countTransferWork(db: Reader): Promise<number> {
  const owed = await db
    .selectFrom('refunds as r')
    .innerJoin('transfers as t', 't.capture_id', 'r.capture_id')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('r.status', '=', sql.lit('requested' as const))
    .executeTakeFirstOrThrow();
  return (await countUnpaid(db)) + Number(owed.total);
}

/** The orders that wait for their buyer's transfer. */
export async function countUnpaid(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('check_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

const STATES = { pending: 'waiting', cancelled: 'cancelled' } as const;

/** All orders that are or were to be paid by transfer. */
export async function findPayables(db: Reader): Promise<Payable[]> {
  const rows = await db
    .selectFrom('transfers as t')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .innerJoin('checkouts as c', 'c.id', 't.checkout_id')
    .select(['o.order_number', 'o.payment_status', 'c.client_name', 'c.billing', 'c.shipping_address', 'c.total_cents'])
    .select(['c.voucher_cents', 't.entry', 'o.ordered_at'])
    .orderBy('t.due_at')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => {
    const payer = row.billing && (JSON.parse(row.billing) as { name: string; company?: string });
    const { name } = JSON.parse(row.shipping_address) as { name: string };
    return {
      orderNumber: row.order_number,
      names: [row.client_name, ...(payer ? [payer.name, payer.company ?? ''] : []), name].filter(Boolean),
      total: dueOfCheckout(row),
      orderedOn: germanDay(row.ordered_at),
      state: STATES[row.payment_status as keyof typeof STATES] ?? 'paid',
      entry: row.entry,
    };
  });
}

/** Whether an entry of a statement has paid an order. */
export const isEntryBooked = async (db: Reader, entry: string): Promise<boolean> =>
  (await db.selectFrom('transfers').select('checkout_id').where('entry', '=', entry).executeTakeFirst()) !== undefined;
