import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { findReservedUnits } from '#src/features/checkout/server/hold.repository.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import { bookCounts, COUNT_REASONS, type Count } from '../server/stock-count.service.ts';

/** Books the differences of a page of counts. An empty field was not counted. Returns the number of differences. */
export async function saveCounts({ ctx }: OpenDesk, form: DeskForm): Promise<Result<number, DeskError>> {
  const counts: Count[] = [];
  for (const code of form.all('code')) {
    const field = `counted-${code}`;
    const text = form.text(field);
    if (text === '') continue;
    const counted = parseUnits(text);
    if (!counted.ok)
      return fail({ ...numberError(counted.error, code, { kind: 'no_quantity', values: { code } }), marked: [field] });
    const expected = parseUnits(form.text(`expected-${code}`), { max: Number.MAX_SAFE_INTEGER });
    if (!expected.ok) return fail({ kind: 'not_found' });
    counts.push({ code, counted: counted.value, expected: expected.value });
  }
  const reason = COUNT_REASONS.find((one) => one === form.text('reason')) ?? 'counted';
  const booked = await bookCounts(ctx, counts, reason, findReservedUnits);
  if (booked.ok || !('values' in booked.error)) return booked;
  return fail({ ...booked.error, marked: [`counted-${booked.error.values.code}`] });
}
