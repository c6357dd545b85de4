/** The prices that a supplier's list has for products of the shop. Pure rules. */
import type { NamedProduct } from '#src/features/deliveries/server/delivery.repository.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { NumberMistake } from '#src/shared/typed-number.ts';
import { readPack, readPrice, type ListLine } from './price-list.ts';

type LineProblem =
  | { kind: 'several' | 'shortDated' | 'price' | 'pack' | 'twice'; values: { typed: string } }
  /** The cell with the units of a box is empty; there are more cells than columns. */
  | { kind: 'noPack' | 'longer'; values: Record<string, never> }
  | { kind: 'ambiguous'; values: { text: string; thousands: string; decimal: string } };

export interface ListedPrice {
  product: NamedProduct;
  cost: Cents | undefined;
  retail: Cents | undefined;
}

export interface ListedPrices {
  prices: ListedPrice[];
  /** Codes or EANs that no product has. */
  unknown: string[];
  problems: { line: number; problem: LineProblem }[];
}

/** `find`: the products that a line names. */
export function listedPrices(
  lines: readonly ListLine[],
  find: (line: ListLine) => readonly NamedProduct[],
): ListedPrices {
  const prices = new Map<number, ListedPrice>();
  // A list that names a product with two prices does not say which one is right, even when a third line follows.
  const refused = new Set<number>();
  const listed: ListedPrices = { prices: [], unknown: [], problems: [] };
  for (const written of lines) {
    if (written.isLonger) {
      listed.problems.push({ line: written.line, problem: { kind: 'longer', values: {} } });
      continue;
    }
    const products = find(written);
    if (products.length === 0) {
      listed.unknown.push(written.names.join(' '));
      continue;
    }
    const read = readLine(written, products);
    if (!read.ok) {
      listed.problems.push({ line: written.line, problem: read.error });
      continue;
    }
    const { id, code } = read.value.product;
    if (refused.has(id) || isOther(prices.get(id), read.value)) {
      listed.problems.push({ line: written.line, problem: { kind: 'twice', values: { typed: code } } });
      refused.add(id);
      prices.delete(id);
    } else prices.set(id, read.value);
  }
  return { ...listed, prices: [...prices.values()] };
}

function readLine(
  { names, cost, retail, pack }: ListLine,
  [product, ...others]: readonly NamedProduct[],
): Result<ListedPrice, LineProblem> {
  const typed = names.join(' ');
  if (others.length > 0) return fail({ kind: 'several', values: { typed } });
  if (product!.soldUntil !== null) return fail({ kind: 'shortDated', values: { typed } });
  // They only count for a purchase price.
  if (pack === '' && cost !== '') return fail({ kind: 'noPack', values: {} });
  const units = readPack(pack === '' ? undefined : pack);
  if (!units.ok) return fail(ambiguous(units.error) ?? { kind: 'pack', values: { typed: pack ?? '' } });
  const [own, listed] = [readOr(cost, units.value), readOr(retail)];
  for (const [text, price] of [[cost, own] as const, [retail, listed] as const])
    if (!price.ok) return fail(ambiguous(price.error) ?? { kind: 'price', values: { typed: text } });
  return ok({ product: product!, cost: own.ok ? own.value : undefined, retail: listed.ok ? listed.value : undefined });
}

const readOr = (text: string, pack?: number): Result<Cents | undefined, NumberMistake> =>
  text === '' ? ok(undefined) : readPrice(text, pack);

const ambiguous = (mistake: NumberMistake): LineProblem | undefined =>
  mistake.kind === 'ambiguous_number' ? { kind: 'ambiguous', values: mistake.values } : undefined;

const isOther = (known: ListedPrice | undefined, { cost, retail }: ListedPrice): boolean =>
  known !== undefined && (known.cost !== cost || known.retail !== retail);
