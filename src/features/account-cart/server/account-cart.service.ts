import type { z } from 'zod';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { accountCartInputSchema, accountCartSchema } from '../account-cart.schema.ts';
import { isSameCart, mergeCarts, type CartUnits, type Units } from '../merge-carts.ts';
import { findCart, insertCart, lockCart, updateCart } from './account-cart.repository.ts';

/** How many calls a cart remembers. More from other devices between two tries of one call are not to be expected. */
const REMEMBERED = 20;

type Input = z.output<typeof accountCartInputSchema>;
export type AccountCart = z.input<typeof accountCartSchema>;

const linesOf = ({ lines }: { lines: string }) => JSON.parse(lines) as CartUnits[];

/** The stored cart for the account's owner. */
export async function loadAccountCart(db: Reader, clientId: string) {
  const row = await findCart(db, clientId);
  return row && { changed: row.updated_at, lines: linesOf(row) };
}

/**
 * Merges a device's cart into the account's, and returns the result for both. A call whose answer was lost is known by
 * its id, so that what it changed is not changed again: another device may have removed it since.
 */
export const mergeAccountCart = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  clientId: string,
  { id, lines, base, sent = [] }: Pick<Input, 'id' | 'lines' | 'base' | 'sent'>,
): Promise<AccountCart> =>
  db.write(async (tx) => {
    const at = now().toISOString();
    const mine = addUp(lines);
    await insertCart(tx, { client_id: clientId, version: 0, lines: '[]', calls: '[]', updated_at: at });
    const row = (await lockCart(db, tx, clientId))!;
    const stored = linesOf(row);
    const calls = JSON.parse(row.calls) as string[];
    const known = [{ id, lines: mine }, ...sent].find((call) => calls.includes(call.id))?.lines ?? base;
    // A cart that the retention deleted was not emptied by the shopper.
    const before = row.version === 0 ? undefined : known;
    const merged = mergeCarts(before, mine, stored);
    const isChanged = !isSameCart(merged.lines, stored);
    const isNews = before === undefined || !isSameCart(mine, before);
    const version = row.version + Number(isChanged || row.version === 0);
    if (isChanged || isNews)
      await updateCart(tx, {
        ...row,
        version,
        lines: JSON.stringify(merged.lines),
        calls: JSON.stringify([id, ...calls.filter((call) => call !== id)].slice(0, REMEMBERED)),
        updated_at: at,
      });
    return { version, lines: merged.lines, ...leftOutOf(merged.leftOut) };
  });

const leftOutOf = (leftOutLines: CartUnits[]) =>
  leftOutLines.length > 0 ? { leftOut: leftOutLines.length, leftOutLines } : {};

/** Ordered units leave the account's cart, and with it the carts of all devices. */
export async function removeOrdered(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tx: Writer,
  clientId: string,
  ordered: ReadonlyMap<number, number>,
): Promise<void> {
  const row = await lockCart(db, tx, clientId);
  if (!row) return;
  const stored = linesOf(row);
  const left = stored.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(line.productId) ?? 0);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  if (isSameCart(left, stored)) return;
  const updated_at = now().toISOString();
  await updateCart(tx, { ...row, version: row.version + 1, lines: JSON.stringify(left), updated_at });
}

/** Each product once, as the carts of browsers have it. */
function addUp(lines: Units): CartUnits[] {
  const found = new Map<number, CartUnits>();
  for (const line of lines) if (!found.has(line.productId)) found.set(line.productId, line);
  return [...found.values()];
}
