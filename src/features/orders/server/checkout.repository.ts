import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import type { CheckoutLineRow, CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { Tables } from '#src/server/db/schema.ts';
import { isDue } from '#src/server/db/waiting.ts';
import { isCheckDue } from './check-time.ts';

/** The owner of a checkout: an account, or the browser of a buyer without an account. */
export interface Owner {
  column: 'client_id' | 'guest_id';
  id: string;
}

export async function insertCheckout(
  tx: Writer,
  row: Insertable<Tables['checkouts']>,
  lines: Insertable<Tables['checkout_lines']>[],
): Promise<void> {
  await tx.insertInto('checkouts').values(row).execute();
  if (lines.length > 0) await tx.insertInto('checkout_lines').values(lines).execute();
}

export const findCheckout = (db: Reader, id: string): Promise<CheckoutRow | undefined> =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();

export const findCheckoutByRequest = (
  db: Reader,
  clientId: string,
  requestId: string,
): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();

export const findGuestCheckout = (db: Reader, requestId: string): Promise<CheckoutRow | undefined> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('guest_id', 'is not', null)
    .where('request_id', '=', requestId)
    .executeTakeFirst();

/** The account whose order, paid in full by a gift voucher, came with this request. */
export async function findVoucherSender(db: Reader, requestId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('client_id')
    .where('voucher_id', 'is not', null)
    .where('request_id', '=', requestId)
    .where('state', '=', 'ordered')
    .where('paypal_order_id', 'is', null)
    .where('client_id', 'is not', null)
    .executeTakeFirst();
  return row?.client_id ?? undefined;
}

export const findCheckoutByPaypalOrder = (db: Reader, paypalOrderId: string): Promise<CheckoutRow | undefined> =>
  db.selectFrom('checkouts').selectAll().where('paypal_order_id', '=', paypalOrderId).executeTakeFirst();

/** The checkouts that the owner began; an offer of the shop waits beside them. */
export const findOpenCheckouts = (db: Reader, { column, id }: Owner): Promise<CheckoutRow[]> =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where(column, '=', id)
    .where('state', '=', 'open')
    .where('offered_until', 'is', null)
    .execute();

export const findCheckoutLines = (db: Reader, checkoutId: string): Promise<CheckoutLineRow[]> =>
  db.selectFrom('checkout_lines').selectAll().where('checkout_id', '=', checkoutId).orderBy('position').execute();

/** The units that were bought, by product: of a set, the set itself instead of its parts. */
export function boughtLines(
  lines: readonly Pick<CheckoutLineRow, 'product_id' | 'quantity' | 'set_id' | 'set_quantity'>[],
): Map<number, number> {
  const bought = new Map<number, number>();
  for (const { product_id, quantity, set_id, set_quantity } of lines)
    if (set_id === null) bought.set(product_id, (bought.get(product_id) ?? 0) + quantity);
    else bought.set(set_id, set_quantity!);
  return bought;
}

/** Whether a product of the checkout was withdrawn, or locked by an age check, after the checkout began. */
export async function hasUnsaleableLine(db: Reader, checkoutId: string): Promise<boolean> {
  const found = await db
    .selectFrom('checkout_lines as l')
    .innerJoin('products as p', (join) =>
      join.on(({ eb, or, ref }) => or([eb('p.id', '=', ref('l.product_id')), eb('p.id', '=', ref('l.set_id'))])),
    )
    .select('p.id')
    .where('l.checkout_id', '=', checkoutId)
    .where(({ or, eb }) =>
      or([eb('p.withdrawn_at', 'is not', null), eb('p.age_limit', '>', 0), eb('p.sale_locked', '=', 1)]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the row until the transaction ends, and returns it. */
export const lockCheckout = ({ lockRows }: Database, tx: Writer, id: string): Promise<CheckoutRow | undefined> =>
  lockRows(tx.selectFrom('checkouts').selectAll().where('id', '=', id)).executeTakeFirst();

/** Locks the client's row, so that the client's other checkouts wait until the transaction ends. */
export const lockClient = ({ lockRows }: Database, tx: Writer, clientId: string) =>
  lockRows(tx.selectFrom('clients').selectAll().where('id', '=', clientId)).executeTakeFirst();

export async function updateCheckout(tx: Writer, id: string, values: Updateable<Tables['checkouts']>): Promise<void> {
  await tx.updateTable('checkouts').set(values).where('id', '=', id).execute();
}

/** Puts a check that failed behind the others, unless somebody has changed the row meanwhile. */
export async function postponeCheckout(
  tx: Writer,
  { id, check_at }: Pick<CheckoutRow, 'id' | 'check_at'>,
  until: string,
): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ check_at: until })
    .where('id', '=', id)
    .where('check_at', '=', check_at)
    .execute();
}

/** Extends the claim on a checkout if this claimant still has it. */
export async function renewClaim(tx: Writer, id: string, claimant: string | null, until: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ settling_until: until })
    .where('id', '=', id)
    .where('settling_by', '=', claimant)
    .execute();
}

/** Ends the claim on a checkout if this claimant still has it. */
export async function endClaim(tx: Writer, id: string, claimant: string | null): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ settling_by: null, settling_until: null })
    .where('id', '=', id)
    .where('settling_by', '=', claimant)
    .execute();
}

/** Open checkouts whose check is due, longest waiting first. */
export const findCheckoutsDue = (db: Reader, now: string, limit: number): Promise<CheckoutRow[]> =>
  db.selectFrom('checkouts').selectAll().where(isCheckDue(now)).orderBy('check_at').limit(limit).execute();

// A literal, because with a parameter the database does not use its partial index of holds.
export const HELD = sql.lit('held' as const);

/** Checkouts whose hold has expired. `longestMs`: how long the hold of a checkout and of an offer can last. */
export const findHoldsEnded = (
  db: Reader,
  now: string,
  longestMs: { checkout: number; offer: number },
): Promise<{ id: string }[]> =>
  db
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'open')
    .where('hold', '=', HELD)
    .where(({ and, or, eb }) =>
      or([
        and([eb('offered_until', 'is', null), isDue('hold_expires_at', now, longestMs.checkout)]),
        and([eb('offered_until', 'is not', null), isDue('hold_expires_at', now, longestMs.offer)]),
      ]),
    )
    .orderBy('hold_expires_at')
    .execute();

/** By product: units that the owner's open checkout holds. */
export async function findOwnHolds(db: Reader, { column, id }: Owner): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('checkout_lines as l')
    .innerJoin('checkouts as c', 'c.id', 'l.checkout_id')
    .select(['l.product_id', 'l.quantity', 'l.set_id', 'l.set_quantity'])
    .where(`c.${column}`, '=', id)
    .where('c.state', '=', 'open')
    .where('c.offered_until', 'is', null)
    .where('c.hold', '=', 'held')
    .where('c.capture_request_id', 'is', null)
    .execute();
  return boughtLines(rows);
}

/** Deletes closed checkouts without order and money, because their personal data has no purpose any more. */
export async function deleteFruitlessCheckouts(tx: Writer, before: string): Promise<void> {
  const fruitless = tx
    .selectFrom('checkouts')
    .select('checkouts.id')
    .where('state', 'not in', ['open', 'ordered'])
    .where('hold', '=', 'released')
    .where('check_at', 'is', null)
    .where('updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payments').select('capture_id').whereRef('payments.checkout_id', '=', 'checkouts.id'))),
    );
  const ids = (await fruitless.limit(500).execute()).map(({ id }) => id);
  if (!ids.length) return;
  await tx.deleteFrom('payment_cases').where('checkout_id', 'in', ids).execute();
  await tx.deleteFrom('checkout_lines').where('checkout_id', 'in', ids).execute();
  await tx.deleteFrom('checkouts').where('id', 'in', ids).execute();
}

/** Also clears the network: it is personal data that only a hold needs. */
export const NOT_HELD = { hold_expires_at: null, network: null };

/** Records that all units of an order are back in the stock. */
export const endSale = (tx: Writer, checkoutId: string): Promise<void> =>
  updateCheckout(tx, checkoutId, { ...NOT_HELD, hold: 'released' });

/** Whether units of an order are still out of stock. */
export const isSold = async (db: Reader, checkoutId: string): Promise<boolean> =>
  (await findCheckout(db, checkoutId))?.hold === 'sold';
