import type { ProductSummary } from '#src/features/catalogue/product.ts';
import type { SetPart } from '#src/features/catalogue/server/sets.repository.ts';
import type { DiscountedPart } from '#src/features/codes/discount-lines.ts';
import { splitByLargestRemainder, type Cents } from '#src/shared/money.ts';

interface CartLine {
  product: ProductSummary;
  quantity: number;
}

/** What an order of a cart line contains: the product itself, or a part of the set. */
export interface SoldLine {
  /** For a part of a set, `price` is its share of the set's price, and `code` names the set too. */
  product: ProductSummary;
  quantity: number;
  /** The line of the set; undefined for a product that is bought by itself. */
  set: CartLine | undefined;
  /** What a discount code took off the price of one unit. */
  discount?: Cents;
}

/** Most units in a line of an order. */
const MOST_UNITS = 10;

/**
 * Lines of the order: a set becomes a line for each of its parts, so that tax rates, deposits, refunds, withdrawals and
 * packing follow the parts. `parts`: by the ids of the sets.
 */
export const soldLines = (lines: readonly CartLine[], parts: ReadonlyMap<number, SetPart[]>): SoldLine[] =>
  lines.flatMap((line) => {
    const ofSet = parts.get(line.product.id);
    return ofSet ? linesOfSet(line, ofSet) : [{ product: line.product, quantity: line.quantity, set: undefined }];
  });

/**
 * Lines whose products the lines before them use up: a set and its part, or two sets with one part. `ownHolds`: units
 * that the caller’s own checkout holds, by product. `left`: how many units of the line the others leave.
 */
export function findShortLines<L extends CartLine>(
  lines: readonly L[],
  parts: ReadonlyMap<number, SetPart[]>,
  ownHolds: ReadonlyMap<number, number>,
): { line: L; left: number }[] {
  if (parts.size === 0) return [];
  const left = new Map<number, number>();
  for (const { product } of lines) if (!parts.has(product.id)) left.set(product.id, product.quantityAvailable);
  for (const { product } of [...parts.values()].flat())
    if (!left.has(product.id))
      left.set(product.id, (product.saleLocked ? 0 : (ownHolds.get(product.id) ?? 0)) + product.quantityAvailable);
  for (const [setId, ofSet] of parts)
    for (const { product, units } of ofSet)
      left.set(product.id, left.get(product.id)! + units * (ownHolds.get(setId) ?? 0));
  return lines.flatMap((line) => {
    const needed = (parts.get(line.product.id) ?? [{ product: line.product, units: 1 }]).map(
      ({ product, units }) => [product.id, units * line.quantity] as const,
    );
    if (needed.some(([id, units]) => units > left.get(id)!)) {
      const fits = Math.min(...needed.map(([id, units]) => Math.floor((left.get(id)! * line.quantity) / units)));
      return [{ line, left: fits }];
    }
    for (const [id, units] of needed) left.set(id, left.get(id)! - units);
    return [];
  });
}

function linesOfSet(set: CartLine, parts: readonly SetPart[]): SoldLine[] {
  const numbers = new Map<string, number>();
  return splitPrice(set.product.price, parts).flatMap(({ product, units, price }) =>
    chunksOf(units * set.quantity).map((quantity) => {
      const number = (numbers.get(product.code) ?? 0) + 1;
      numbers.set(product.code, number);
      const code = [set.product.code, product.code, ...(number > 1 ? [number] : [])].join('/');
      return { product: { ...product, code, price }, quantity, set };
    }),
  );
}

const chunksOf = (units: number): number[] =>
  units > MOST_UNITS ? [MOST_UNITS, ...chunksOf(units - MOST_UNITS)] : [units];

/**
 * Splits the price of a set over its parts in proportion to their own prices. The units of a part may differ by a cent,
 * so that all shares add up to the price.
 */
function splitPrice(
  price: Cents,
  parts: readonly SetPart[],
): { product: ProductSummary; units: number; price: Cents }[] {
  const shares = sharesOf(price, parts);
  return parts.flatMap(({ product, units }, index) => {
    const share = shares.get(index)!;
    const least = Math.floor(share / units);
    const dearer = share % units;
    return [
      { product, units: units - dearer, price: least },
      { product, units: dearer, price: least + 1 },
    ].filter((part) => part.units > 0);
  });
}

/** Nothing in an order costs 0: where a part would, all units cost the same. */
function sharesOf(price: Cents, parts: readonly SetPart[]): Map<number, Cents> {
  const split = (weightOf: (part: SetPart) => number) =>
    splitByLargestRemainder(price, new Map(parts.map((part, index) => [index, weightOf(part)])));
  const fair = split(({ product, units }) => product.price * units);
  return parts.every(({ units }, index) => fair.get(index)! >= units) ? fair : split(({ units }) => units);
}

/** The lines at their discounted prices. Units with different discounts become two lines with codes of their own. */
export function discountedLines(sold: readonly SoldLine[], parts: readonly DiscountedPart[][]): SoldLine[] {
  const taken = new Set(sold.map(({ product }) => product.code));
  return sold.flatMap((line, index) =>
    parts[index]!.map(({ quantity, discount }, part) => {
      const { product, set } = line;
      const code = part === 0 ? product.code : freeCode(product.code, set !== undefined, taken);
      return { ...line, quantity, discount, product: { ...product, code, price: product.price - discount } };
    }),
  );
}

/** Written like a part of a set, whose last piece counts its prices: `BEB-001/BEB-001/2`. */
function freeCode(code: string, isOfSet: boolean, taken: Set<string>): string {
  const base = isOfSet ? code.split('/').slice(0, 2).join('/') : `${code}/${code}`;
  let number = 2;
  while (taken.has(`${base}/${number}`)) number++;
  taken.add(`${base}/${number}`);
  return `${base}/${number}`;
}
