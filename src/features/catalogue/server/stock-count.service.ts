/** Stock-taking: counts of what is on the shelf, whose differences change the stock. */
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { Result } from '#src/shared/result.ts';
import { MOST_UNITS } from '#src/shared/typed-number.ts';
import { changeStock, lockQuantities } from './stock.repository.ts';

/** Why a count differs. */
export const COUNT_REASONS = ['counted', 'broken', 'expired', 'missing', 'used'] as const;
export type CountReason = (typeof COUNT_REASONS)[number];

/** Held and sold units that are still on the shelf, by code. Passed in, because the catalogue does not know orders. */
type FindReserved = (db: Reader, codes: readonly string[]) => Promise<Map<string, number>>;

export interface Count {
  code: string;
  counted: number;
  /** The units that should have been on the shelf when the count began. */
  expected: number;
}

export type CountRefusal =
  | { kind: 'not_found' }
  /** Something left the shelf, or came to it, during the count. */
  | { kind: 'count_moved'; values: { code: string; expected: number; now: number } }
  | { kind: 'count_reserved'; values: { code: string; reserved: number } }
  | { kind: 'stock_out_of_range'; values: { code: string; typed: number; stored: number; most: number } };

const refuse = (refusal: CountRefusal): never => {
  throw new Refused(refusal);
};

/** Books the differences of all counts, or nothing. Returns how many products differed. */
export function bookCounts(
  ctx: Context,
  counts: readonly Count[],
  reason: CountReason,
  findReserved: FindReserved,
): Promise<Result<number, CountRefusal>> {
  const codes = counts.map(({ code }) => code);
  return unlessRefused(() =>
    ctx.db.write(async (tx) => {
      const stored = await lockQuantities(ctx.db, tx, codes);
      const reserved = await findReserved(tx, codes);
      const differing = counts.filter(({ counted, expected }) => counted !== expected);
      for (const { code, counted, expected } of differing) {
        const stock = stored.get(code)?.quantity ?? refuse({ kind: 'not_found' });
        const held = reserved.get(code) ?? 0;
        const now = stock + held;
        if (now !== expected) refuse({ kind: 'count_moved', values: { code, expected, now } });
        if (counted < held) refuse({ kind: 'count_reserved', values: { code, reserved: held } });
        if (counted - held > MOST_UNITS) {
          const values = { code, typed: counted, stored: stock, most: MOST_UNITS };
          refuse({ kind: 'stock_out_of_range', values });
        }
        const add = counted - expected;
        const quantity = await changeStock(ctx, tx, code, { add }, { reason });
        await recordAct(ctx, tx, { act: 'product.count', subject: 'product', id: code, after: { add, quantity } });
      }
      return differing.length;
    }),
  );
}
