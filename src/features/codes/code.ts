/** The rules of discount codes: pure, in cents. */
import { fail, ok, type Result } from '#src/shared/result.ts';
import { divideHalfUp, sum, type Cents } from '#src/shared/money.ts';
import { discountLines, type DiscountedPart } from './discount-lines.ts';

/** `percent`: of the goods. `amount`: a fixed amount off the goods. `shipping`: free shipping. */
export const CODE_KINDS = ['percent', 'amount', 'shipping'] as const;
/** The goods that count: everything, what is not reduced already, some products, some categories. */
export const CODE_SCOPES = ['all', 'not_reduced', 'products', 'categories'] as const;

export interface DiscountCode {
  /** As `normalizeCode` writes it. */
  code: string;
  kind: (typeof CODE_KINDS)[number];
  /** Percent or cents; 0 for free shipping. */
  value: number;
  /** Least value of the goods in the cart, before the discount and without the deposit. */
  minimum: Cents;
  /** First and last day in Germany, such as 2026-12-24; null: no bound. */
  startsOn: string | null;
  endsOn: string | null;
  /** null: no limit. */
  maxUses: number | null;
  maxUsesEach: number | null;
  scope: (typeof CODE_SCOPES)[number];
  /** Codes of products, or slugs of categories. */
  targets: string[];
  /** ISO-8601; null: nobody has ended it. */
  endedAt: string | null;
}

export const LONGEST_CODE = 30;
/** At least one cent is left of each unit, so nothing in an order is free. */
export const MOST_PERCENT = 99;

/** People type codes in lower case, and with spaces around them. */
export const normalizeCode = (typed: string): string => typed.trim().toUpperCase();

export const isCodeText = (code: string): boolean => /^[A-Z0-9][A-Z0-9-]{1,29}$/.test(code);

export const CODE_PROBLEMS = [
  'code_unknown',
  'code_expired',
  'code_used_up',
  'code_minimum',
  'code_not_for_these',
  'code_no_shipping',
] as const;
export type CodeProblem = (typeof CODE_PROBLEMS)[number];

/** A line of an order; of a set, one of its parts. */
export interface CodeLine {
  /** Price of one unit, before the discount. */
  price: Cents;
  quantity: number;
  vatRate: number;
  /** The product in the cart: of a part, its set. `discount`: percent of its list price. */
  bought: { code: string; categorySlug: string; discount: number };
}

export interface Discount {
  /** For each line its units with the discount of each. */
  lines: DiscountedPart[][];
  /** Off the shipping. */
  shipping: Cents;
}

/** `day`: today in Germany. */
export function isOver({ endedAt, endsOn }: DiscountCode, day: string): boolean {
  return endedAt !== null || (endsOn !== null && day > endsOn);
}

function isFor({ scope, targets }: DiscountCode, { bought }: CodeLine): boolean {
  if (scope === 'products') return targets.includes(bought.code);
  if (scope === 'categories') return targets.includes(bought.categorySlug);
  return scope === 'all' || bought.discount === 0;
}

/**
 * What a code takes off an order, however often it was used. `shipping`: its price without the code, as far as a code
 * may take it off. `day`: today in Germany.
 */
export function discountBy(
  code: DiscountCode,
  lines: readonly CodeLine[],
  { shipping, day }: { shipping: Cents; day: string },
): Result<Discount, Exclude<CodeProblem, 'code_used_up'>> {
  if (isOver(code, day)) return fail('code_expired');
  // It may be announced later, so nobody learns of it now.
  if (code.startsOn !== null && day < code.startsOn) return fail('code_unknown');
  const counted = lines.filter((line) => isFor(code, line));
  if (counted.length === 0) return fail('code_not_for_these');
  if (goodsOf(lines) < code.minimum) return fail('code_minimum');
  if (code.kind === 'shipping') {
    const nothing = lines.map(({ quantity }) => [{ quantity, discount: 0 }]);
    return shipping > 0 ? ok({ lines: nothing, shipping }) : fail('code_no_shipping');
  }
  const amount = code.kind === 'amount' ? code.value : divideHalfUp(goodsOf(counted) * code.value, 100);
  const parts = discountLines(counted, amount);
  const byLine = new Map(counted.map((line, index) => [line, parts[index]!]));
  const discounted = lines.map((line) => byLine.get(line) ?? [{ quantity: line.quantity, discount: 0 }]);
  // A cent off a cent is nothing.
  return discounted.flat().some(({ discount }) => discount > 0)
    ? ok({ lines: discounted, shipping: 0 })
    : fail('code_not_for_these');
}

/** Value before the discount. */
export const goodsOf = (lines: readonly CodeLine[]): Cents => sum(lines.map(({ price, quantity }) => price * quantity));
