import type { Context } from '#src/server/context.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { Updateable } from 'kysely';

export const checkoutRow = ({ db }: Context, id: string): Promise<CheckoutRow> =>
  db.read.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Changes a checkout directly in the database, mostly its times. */
export const changeCheckout = async (
  { db }: Context,
  id: string,
  values: Updateable<Tables['checkouts']>,
): Promise<void> => {
  await db.read.updateTable('checkouts').set(values).where('id', '=', id).execute();
};

/** Closes all checkouts that earlier tests left open, without restoring stock. */
export const closeAllCheckouts = async ({ db }: Context): Promise<void> => {
  const values = { state: 'expired', hold: 'released', hold_expires_at: null, check_at: null } as const;
  await db.read.updateTable('checkouts').set(values).where('state', '=', 'open').execute();
};

export const minutesAgo = ({ now }: Context, minutes: number): string =>
  new Date(now().getTime() - minutes * 60_000).toISOString();

/** Lets a checkout's hold expire. */
export const endHold = (ctx: Context, id: string): Promise<void> =>
  changeCheckout(ctx, id, { created_at: minutesAgo(ctx, 31), hold_expires_at: minutesAgo(ctx, 1) });

export const stockOf = async ({ db }: Context, code: string): Promise<number> =>
  (
    await db.read
      .selectFrom('products')
      .select('quantity_available')
      .where('cod_catalog', '=', code)
      .executeTakeFirstOrThrow()
  ).quantity_available;

export const setProduct = async (
  { db }: Context,
  code: string,
  values: Updateable<Tables['products']>,
): Promise<void> => {
  await db.read.updateTable('products').set(values).where('cod_catalog', '=', code).execute();
};

export const ordersOfCheckout = ({ db }: Context, checkoutId: string) =>
  db.read.selectFrom('orders').selectAll().where('checkout_id', '=', checkoutId).execute();

export const paymentsOfCheckout = ({ db }: Context, checkoutId: string) =>
  db.read.selectFrom('payments').selectAll().where('checkout_id', '=', checkoutId).execute();

export const refundsOfCheckout = ({ db }: Context, checkoutId: string) =>
  db.read
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
    .selectAll('r')
    .where('p.checkout_id', '=', checkoutId)
    .orderBy('r.created_at')
    .execute();

/** The kinds of the mails to an address, oldest first. */
export const mailKindsTo = async ({ db }: Context, recipient: string): Promise<string[]> =>
  (
    await db.read
      .selectFrom('outbox')
      .select('kind')
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** The products' ids by their codes. */
export async function idsOf({ db }: Context): Promise<Record<string, number>> {
  const rows = await db.read.selectFrom('products').select(['id', 'cod_catalog']).execute();
  return Object.fromEntries(rows.map(({ id, cod_catalog }) => [cod_catalog, id]));
}
