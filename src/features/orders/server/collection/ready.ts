import { randomInt } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { CODE_LENGTH, CODE_LETTERS, lastDayToCollect, reminderTime } from '#src/features/orders/collection.ts';
import { germanDay } from '#src/shared/german-day.ts';
import type { StoredOrder } from '../order.repository.ts';
import { enqueueReady } from './collection-mail.ts';
import { findCollectionRow, findOrderByCode, saveCollection } from './collection.repository.ts';

async function newCode(tx: Writer): Promise<string> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  return (await findOrderByCode(tx, code)) === undefined ? code : newCode(tx);
}

/**
 * A packed order waits for its buyer, who gets the code. After an undo it is ready once more, with the same code and
 * another mail. `at`: ISO-8601.
 */
export async function makeReady(ctx: Context, tx: Writer, order: StoredOrder, at: string): Promise<void> {
  const { collection, shipping } = ctx.shop;
  const lastDay = lastDayToCollect(germanDay(at), collection.keepDays, shipping.breaks);
  await saveCollection(tx, {
    order_id: order.id,
    code: (await findCollectionRow(tx, order.id))?.code ?? (await newCode(tx)),
    ready_at: at,
    last_day: lastDay,
    reminded_at: null,
    check_at: reminderTime(lastDay),
  });
  await enqueueReady(ctx, tx, order);
}
