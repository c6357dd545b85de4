import type { Context } from '#src/server/context.ts';
import { findCodes } from './product-list.repository.ts';

/** The last number of a code: `BEB-` and `001`. */
const NUMBERED = /^(.*?)(\d+)$/;

/**
 * A free code for a product of this category: the usual letters of its codes, or of its slug, and the next number.
 * `codes`: of all products of the shop, because a code belongs to one product permanently.
 */
export function nextCode(slug: string, inCategory: readonly string[], codes: readonly string[]): string {
  const starts = inCategory.flatMap((code) => NUMBERED.exec(code)?.[1] ?? []);
  const usual = [...Map.groupBy(starts, (start) => start).values()].toSorted((a, b) => b.length - a.length)[0]?.[0];
  const start = usual ?? `${(slug.replaceAll('-', '') || 'pro').slice(0, 3).toUpperCase()}-`;
  const numbers = codes.flatMap((code) => {
    const [, begin, number] = NUMBERED.exec(code) ?? [];
    return begin === start ? [number!] : [];
  });
  const next = Math.max(0, ...numbers.map(Number)) + 1;
  const digits = numbers.length === 0 ? 3 : Math.max(...numbers.map(({ length }) => length));
  return start + String(next).padStart(digits, '0');
}

export async function findNextCode({ db }: Context, slug: string): Promise<string> {
  const codes = await findCodes(db.read);
  return nextCode(
    slug,
    // The code of a short-dated variant ends with its date.
    codes.flatMap(({ code, category, soldUntil }) => (category === slug && soldUntil === null ? [code] : [])),
    codes.map(({ code }) => code),
  );
}
