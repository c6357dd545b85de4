import { sql } from 'kysely';
import { containing } from '#src/server/db/containing.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { InvoiceRow } from '#src/server/db/tables/orders.ts';

/**
 * Takes the next number of a series. Its row stays locked until the transaction ends, and a rollback returns the
 * number.
 */
export async function nextPosition(tx: Writer, { series, year }: { series: string; year: number }): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_counters')
    .values({ series, year, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['series', 'year'])
        .doUpdateSet(({ ref, eb }) => ({ last: eb(ref('invoice_counters.last'), '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(tx: Writer, row: InvoiceRow): Promise<void> {
  await tx.insertInto('invoices').values(row).execute();
}

/** Deletes the documents of orders whose retention has ended, and counts them. */
export async function deleteInvoicesOf(tx: Writer, orderIds: string[]): Promise<number> {
  const result = await tx.deleteFrom('invoices').where('order_id', 'in', orderIds).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export const findInvoice = (db: Reader, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();

/** The credit note that takes back a wrong invoice. */
export const findCorrection = (db: Reader, invoiceId: string): Promise<InvoiceRow | undefined> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('corrects_id', '=', invoiceId)
    .where('kind', '=', 'credit_note')
    .executeTakeFirst();

export const findInvoiceByNumber = (db: Reader, number: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('number', '=', number).executeTakeFirst();

/** The newest documents whose number contains this text, with their orders. */
export const searchInvoices = (db: Reader, text: string, limit: number) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['i.number', 'i.kind', 'i.issued_at', 'i.total_cents', 'o.order_number'])
    .where(sql<boolean>`i.number like ${containing(text.toUpperCase())} escape '\\'`)
    .orderBy('i.issued_at', 'desc')
    .orderBy('i.number')
    .limit(limit)
    .execute();

/**
 * When a document counts in the books: an invoice that followed a bank transfer on the day of the bank's booking, every
 * other document when it was issued.
 */
const BOOKED_AT = sql<string>`case when i.kind = 'invoice' and i.corrects_id is null and t.invoice_paid_at is null
  then coalesce(t.booked_at, i.issued_at) else i.issued_at end`;

/** Documents of a period of the books, in their order, with the data for accounting. `until` is exclusive. */
export const findBookedInvoices = (db: Reader, from: string, until: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .leftJoin('transfers as t', 't.checkout_id', 'o.checkout_id')
    .leftJoin('invoices as r', (join) =>
      join.onRef('r.corrects_id', '=', 'i.corrects_id').on('r.kind', '=', sql.lit('invoice' as const)),
    )
    .selectAll('i')
    .select([
      'o.order_number',
      'p.capture_id',
      'p.amount_cents as paid_cents',
      't.iban',
      'r.id as replacement',
      BOOKED_AT.as('booked_at'),
    ])
    // A transfer is booked before its invoice is issued, so this finds the start of the period by its index.
    .where('i.issued_at', '>=', from)
    .where(BOOKED_AT, '>=', from)
    .where(BOOKED_AT, '<', until)
    .orderBy(BOOKED_AT)
    .orderBy('i.number')
    .execute();

/** Payments for invoices that came with their orders. `until` is exclusive. */
export async function findPaidClaims(db: Reader, from: string, until: string) {
  const rows = await db
    .selectFrom('transfers as t')
    .innerJoin('orders as o', 'o.checkout_id', 't.checkout_id')
    .innerJoin('checkouts as c', 'c.id', 't.checkout_id')
    .select(['o.order_number as orderNumber', 't.invoice_paid_at as paidAt'])
    .select(sql<number>`c.total_cents - c.voucher_cents`.as('amount'))
    .where('t.invoice_paid_at', '>=', from)
    .where('t.invoice_paid_at', '<', until)
    .orderBy('t.invoice_paid_at')
    .orderBy('o.order_number')
    .execute();
  return rows.map((row) => ({ ...row, paidAt: row.paidAt! }));
}

/** When the first document counts in the books, in ISO-8601. */
export async function findFirstBooking(db: Reader): Promise<string | null> {
  const { issued } = await db
    .selectFrom('invoices')
    .select((row) => row.fn.min('issued_at').as('issued'))
    .executeTakeFirstOrThrow();
  const { booked } = await db
    .selectFrom('transfers')
    .select((row) => row.fn.min('booked_at').as('booked'))
    .executeTakeFirstOrThrow();
  return issued && booked && booked < issued ? booked : issued;
}

/** An order's invoice, those that replaced it, and then its credit notes, in the order of their numbers. */
export const findInvoicesOf = async (db: Reader, orderIds: string[]): Promise<InvoiceRow[]> =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom('invoices')
        .selectAll()
        .where('order_id', 'in', orderIds)
        .orderBy('kind', 'desc')
        .orderBy('issued_at')
        .orderBy('number')
        .execute();
