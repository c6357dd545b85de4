/** Finds the buyers who are asked by mail for a review. */
import { findOrigins } from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { emailKey } from '#src/server/auth/email.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { ReviewAsksTable } from '#src/server/db/tables/reviews.ts';
import { hashSubject } from '#src/server/http/attempts.ts';

/** How links and opt-outs name a mailbox. */
export const mailboxHash = (email: string): string => hashSubject(emailKey(email));

export async function hasOptedOut(db: Reader, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('review_optouts')
    .select('at')
    .where('email_hash', '=', mailboxHash(email))
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertOptout(tx: Writer, email_hash: string, at: string): Promise<void> {
  await tx
    .insertInto('review_optouts')
    .values({ email_hash, at })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

export const findAsk = (db: Reader, orderId: string): Promise<ReviewAsksTable | undefined> =>
  db.selectFrom('review_asks').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** Stores an agreement; one that was asked already stays as it is. */
export async function saveAsk(tx: Writer, { order_id, wording, agreed_at }: ReviewAsksTable): Promise<void> {
  await tx
    .insertInto('review_asks')
    .values({ order_id, wording, agreed_at, asked_at: null, ended_at: null })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ wording, agreed_at, ended_at: null })
        .where('review_asks.asked_at', 'is', null),
    )
    .execute();
}

export async function updateAsk(
  tx: Writer,
  orderId: string,
  values: Partial<Pick<ReviewAsksTable, 'asked_at' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('review_asks').set(values).where('order_id', '=', orderId).execute();
}

/** The order that was delivered first among those whose buyers may be asked now, except some. */
export async function findDueAsk(
  db: Reader,
  delivered: { from: string; until: string },
  except: string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('review_asks as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('o.id')
    .where('a.asked_at', 'is', null)
    .where('a.ended_at', 'is', null)
    .where('o.delivery_status', '=', 'delivered')
    .where('o.delivered_at', '>=', delivered.from)
    .where('o.delivered_at', '<=', delivered.until)
    .$if(except.length > 0, (query) => query.where('o.id', 'not in', except))
    .orderBy('o.delivered_at')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the buyer may have a reason not to be asked: a refund, a withdrawal, a dispute or a replacement. */
export async function hasTrouble(db: Reader, order: { id: string; checkoutId: string }): Promise<boolean> {
  const found = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.id', '=', order.id)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('o.payment_status', '<>', 'paid'),
        exists(selectFrom('withdrawals as w').select('w.id').whereRef('w.order_id', '=', 'o.id')),
        exists(selectFrom('payment_cases as c').select('c.id').whereRef('c.checkout_id', '=', 'o.checkout_id')),
        exists(
          selectFrom('refunds as r')
            .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
            .select('r.request_id')
            .whereRef('p.checkout_id', '=', 'o.checkout_id'),
        ),
        exists(
          selectFrom('further_parcels as f')
            .select('f.number')
            .whereRef('f.order_id', '=', 'o.id')
            .where('f.reason', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether a recall may concern an order: one of its products, parts of sets and units sold until their date among them,
 * is locked by a recall, or was recalled when the order had already been placed.
 */
export async function isRecalled(db: Reader, order: Pick<StoredOrder, 'lines' | 'orderedAt'>): Promise<boolean> {
  const bought = order.lines.map(({ productId }) => productId);
  const origins = await findOrigins(db, bought);
  const ids = [...new Set([...bought, ...[...origins.values()].map(({ id }) => id)])];
  if (ids.length === 0) return false;
  const found = await db
    .selectFrom('products as p')
    .select('p.id')
    .where('p.id', 'in', ids)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('p.recalled', '=', 1),
        exists(
          selectFrom('recalls as r')
            .select('r.cod_catalog')
            .whereRef('r.cod_catalog', '=', 'p.cod_catalog')
            .where('r.undone_at', 'is', null)
            .where('r.sold_from', '<=', order.orderedAt)
            .where('r.sold_to', '>=', order.orderedAt),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The checkouts of earlier orders from this mailbox that were asked about. */
export async function findAskedCheckouts(db: Reader, email: string, exceptOrder: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_asks as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select('o.checkout_id')
    .where('a.asked_at', 'is not', null)
    .where('o.email_key', '=', emailKey(email))
    .where('o.id', '<>', exceptOrder)
    .execute();
  return rows.map(({ checkout_id }) => checkout_id);
}
