/** How a planned publication changes a record that may have changed since it was planned. Pure rules. */
import { changedFields, type Fields } from './catalogue-fields.ts';

/**
 * The record with the fields that differ between `before` and `after`. Without `overwrites`, a field that no longer has
 * the value of `before` keeps its own.
 */
export function carryOver(
  record: Fields,
  before: Fields,
  after: Fields,
  { overwrites }: { overwrites: boolean },
): Fields {
  const fields = changedFields(before, after).filter((field) => overwrites || record[field] === before[field]);
  const taken = new Set(fields);
  const kept = Object.entries(record).filter(([field]) => !taken.has(field));
  const added = fields.flatMap((field) => (after[field] === undefined ? [] : [[field, after[field]]]));
  return Object.fromEntries([...kept, ...added]) as Fields;
}

/** The period in which a change is live. `from` undefined: already live. */
export interface Period {
  from: string | undefined;
  /** null: without an end. */
  until: string | null;
}

/**
 * Whether two offers overlap without one lying inside the other. Then the end of the first could not restore the
 * earlier price, because the second began at the offer's price. A change without an end restores nothing.
 */
export function doPeriodsCross(a: Period, b: Period): boolean {
  if (a.until === null || b.until === null) return false;
  const [aFrom, bFrom] = [a.from ?? '', b.from ?? ''];
  if (a.until <= bFrom || b.until <= aFrom) return false;
  const isInside = (inner: string, innerEnd: string, outer: string, outerEnd: string) =>
    outer < inner && innerEnd < outerEnd;
  return !isInside(aFrom, a.until, bFrom, b.until) && !isInside(bFrom, b.until, aFrom, a.until);
}
