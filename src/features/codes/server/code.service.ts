import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import { readVoucherCode } from '#src/features/vouchers/voucher.ts';
import { berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isCodeText, isOver, LONGEST_CODE, MOST_PERCENT, type DiscountCode } from '../code.ts';
import { endCodeRow, findCode, findUnknownTargets, insertCode } from './code.repository.ts';

export type CodeRefusal =
  | { kind: 'code_text'; values: { most: number } }
  | { kind: 'code_exists' | 'no_such_code'; values: { code: string } }
  | { kind: 'code_percent'; values: { most: number } }
  | { kind: 'code_days' | 'code_without_targets' | 'code_like_voucher' }
  | { kind: 'code_unknown_targets'; values: { targets: string } };

/** As many as a list can name. */
const MOST_TARGETS = 500;

const isDay = (day: string | null): boolean => day === null || berlinMidnight(day) !== undefined;

/** Adds a code. A code is never changed: it was announced with its terms. */
export async function addCode(ctx: Context, code: DiscountCode): Promise<Result<void, CodeRefusal>> {
  const { kind, value, startsOn, endsOn, scope, targets } = code;
  if (!isCodeText(code.code)) return fail({ kind: 'code_text', values: { most: LONGEST_CODE } });
  // One field takes both.
  if (readVoucherCode(code.code) !== undefined) return fail({ kind: 'code_like_voucher' });
  if (kind === 'percent' && value > MOST_PERCENT) return fail({ kind: 'code_percent', values: { most: MOST_PERCENT } });
  const now = ctx.now().toISOString();
  const isBackwards = startsOn !== null && endsOn !== null && startsOn > endsOn;
  if (![startsOn, endsOn].every(isDay) || isBackwards || isOver(code, germanDay(now)))
    return fail({ kind: 'code_days' });
  if ((scope === 'products' || scope === 'categories') && (targets.length === 0 || targets.length > MOST_TARGETS))
    return fail({ kind: 'code_without_targets' });
  const unknown = await findUnknownTargets(ctx.db.read, scope, targets);
  if (unknown.length > 0) return fail({ kind: 'code_unknown_targets', values: { targets: unknown.join(', ') } });
  return ctx.db.write(async (tx): Promise<Result<void, CodeRefusal>> => {
    if (!(await insertCode(tx, code, now))) return fail({ kind: 'code_exists', values: { code: code.code } });
    await recordAct(ctx, tx, { act: 'shop.codeAdd', subject: 'shop', id: code.code, after: code });
    return ok(undefined);
  });
}

/** Ends a code at once. Buyers who are paying with it keep the discount. `over`: it had ended already. */
export async function endCode(ctx: Context, code: string): Promise<Result<'ended' | 'over', CodeRefusal>> {
  return ctx.db.write(async (tx) => {
    if (!(await findCode(tx, code))) return fail({ kind: 'no_such_code' as const, values: { code } });
    if (!(await endCodeRow(tx, code, ctx.now().toISOString()))) return ok('over' as const);
    await recordAct(ctx, tx, { act: 'shop.codeEnd', subject: 'shop', id: code });
    return ok('ended' as const);
  });
}
