import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { readCode } from '../collection.ts';
import { findOrderByCode } from '../server/collection/collection.repository.ts';
import { findOrder } from '../server/order.repository.ts';

/** The number of the order with the typed code. Wrong codes are counted, so that nobody guesses one. */
export async function findByCode({ ctx, signedIn }: OpenDesk, form: DeskForm): Promise<Result<string, DeskError>> {
  const counted = { desk_collection_code: signedIn.staff.id };
  const refused = await takeAttempt({ ctx }, counted);
  if (refused) return fail(refused);
  const code = readCode(form.text('code'));
  const id = code && (await findOrderByCode(ctx.db.read, code));
  const order = id ? await findOrder(ctx.db.read, id) : undefined;
  if (!order) return fail({ kind: 'unknown_code', marked: ['code'] });
  await returnAttempt({ ctx }, counted);
  return ok(order.orderNumber);
}
