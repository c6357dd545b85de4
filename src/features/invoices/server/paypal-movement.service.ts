import type { Context } from '#src/server/context.ts';
import { withLease } from '#src/server/db/lease.ts';
import type { PaypalError } from '#src/server/gateways/paypal.ts';
import { isPayment, listAllTransactions } from '#src/server/gateways/paypal/transaction-list.ts';
import { addDays, berlinMidnight, DAY_MS } from '#src/shared/german-day.ts';
import { ok, type Result } from '#src/shared/result.ts';
import type { Month } from '../accounting.ts';
import { movementOf, type Movement } from '../paypal-account.ts';
import { findMovements, findMovementTimes, saveMovements } from './paypal-movement.repository.ts';

/**
 * A payment by bank may need days until its money is there, and PayPal then changes its entry. Of the first payment the
 * shop knows only when it heard of it, which is later than PayPal took it.
 */
const AGAIN_MS = 30 * DAY_MS;
/** PayPal answers about three years. */
const OLDEST_MS = 3 * 365 * DAY_MS;

/** Asks PayPal what moved on the account, and stores it. Asks nothing as long as the shop has no payment at PayPal. */
export async function fetchMovements(ctx: Context): Promise<Result<number, PaypalError>> {
  const { newest, first } = await findMovementTimes(ctx.db.read);
  if (!first) return ok(0);
  const now = ctx.now();
  const since = Date.parse(newest ?? first) - AGAIN_MS;
  const answer = await listAllTransactions(ctx.paypal, new Date(Math.max(since, now.getTime() - OLDEST_MS)), now);
  if (!answer.ok) return answer;
  const moved = answer.value.filter(({ status, currency }) => currency === 'EUR' && (status === 'S' || status === 'V'));
  await ctx.db.write((tx) =>
    saveMovements(
      tx,
      moved.map((transaction) => ({
        id: transaction.id,
        code: transaction.code,
        at: transaction.at,
        amount_cents: transaction.amount,
        fee_cents: transaction.fee,
        capture_id: isPayment(transaction) ? transaction.id : (transaction.referenceId ?? null),
      })),
    ),
  );
  return ok(moved.length);
}

/** The background job: without the right to search transactions, the books simply have no fees. */
export async function keepMovements(ctx: Context): Promise<void> {
  await withLease(ctx, 'paypal-books', async () => {
    const fetched = await fetchMovements(ctx);
    if (!fetched.ok) ctx.log.warn({ issue: fetched.error.issue }, 'PayPal did not list the account’s transactions');
  });
}

/** `from` (inclusive), `until` (exclusive): ISO-8601. */
export const movementsBetween = async ({ db }: Pick<Context, 'db'>, from: string, until: string): Promise<Movement[]> =>
  (await findMovements(db.read, from, until)).map(movementOf);

/** The movements of a month in Germany. */
export const movementsOfMonth = (ctx: Pick<Context, 'db'>, { from, to }: Month): Promise<Movement[]> =>
  movementsBetween(ctx, berlinMidnight(from)!, berlinMidnight(addDays(to, 1))!);
