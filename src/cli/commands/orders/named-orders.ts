import { readOrderNumbers } from '#src/features/orders/server/order-number.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';

export const fail = (text: string): void => {
  console.error(text);
  process.exitCode = 1;
};

/**
 * The orders with these numbers, in the same order. An unknown number fails the command, but the other orders are
 * processed.
 */
export async function findNamedOrders({ db }: Context, words: string[]): Promise<StoredOrder[]> {
  const { numbers, unread } = readOrderNumbers(words);
  for (const word of unread)
    fail(
      `${stripControlCharacters(word)} is not an order number. Write its eight letters and digits. Example: K7QF-3MXA`,
    );
  const orders: StoredOrder[] = [];
  for (const number of numbers) {
    const order = await findOrderByNumber(db.read, number);
    if (order) orders.push(order);
    else fail(`There is no order ${number}. \`npm run shop -- orders list\` shows the numbers.`);
  }
  return orders;
}

type Act = (ctx: Context, order: StoredOrder) => Promise<void>;

/** Calls `act` for each named order. */
export const withOrders = (words: string[], act: Act): Promise<void> =>
  withContext(async (ctx) => {
    for (const order of await findNamedOrders(ctx, words)) await act(ctx, order);
  });

/** Like `withOrders`, for a command that takes a single order. */
export async function withOrder(words: string[], act: Act): Promise<void> {
  const { numbers, unread } = readOrderNumbers(words);
  if (numbers.length + unread.length > 1) fail('This command takes one order. Nothing was done.');
  else await withOrders(words, act);
}
