/** Compares a supplier's price list with the shop, and saves the prices that a person has seen. */
import type { NamedProduct } from '#src/features/deliveries/server/delivery.repository.ts';
import { keyOf } from '#src/features/deliveries/server/delivery.service.ts';
import type { WrittenRow } from '#src/features/deliveries/delivery-lines.ts';
import type { Fields } from '#src/features/editing/server/catalogue-fields.ts';
import { isJump } from '#src/features/editing/server/import/price-jumps.ts';
import { withEnding } from '#src/features/editing/server/price-change.ts';
import { findProductSources, findVersions } from '#src/features/editing/server/sources.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { divideHalfUp, toCents, type Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { NumberMistake } from '#src/shared/typed-number.ts';
import { linesBelow, readPack, readPrice, type ListLine, type ListSettings } from '../price-list.ts';
import * as repository from './price-list.repository.ts';

/** Rows that are read of a list. */
export const MOST_ROWS = 10_000;
/** More changes make a page that a phone cannot handle; the same list then shows the rest. */
const MOST_CHANGES = 500;

interface Change {
  /** undefined: not known yet. */
  before: Cents | undefined;
  after: Cents;
}

export interface PriceLine {
  productId: number;
  code: string;
  name: string;
  /** undefined: the list has none. */
  cost: Change | undefined;
  /** Before the discount; undefined: stays. */
  sale: { before: Cents; after: Cents } | undefined;
  /** The digest of the draft whose price `sale` changes. */
  base: string;
  /** A price changes by more than half. */
  isJump: boolean;
}

type LineProblem =
  | { kind: 'several' | 'shortDated' | 'price' | 'pack' | 'twice'; values: { typed: string } }
  | { kind: 'ambiguous'; values: { text: string; thousands: string; decimal: string } };

export interface ComparedList {
  /** Those that change something: at most `MOST_CHANGES`. */
  lines: PriceLine[];
  /** Further ones. */
  left: number;
  unchanged: number;
  /** Codes or EANs that no product has. */
  unknown: string[];
  problems: { line: number; problem: LineProblem }[];
}

interface ListedPrice {
  product: NamedProduct;
  cost: Cents | undefined;
  retail: Cents | undefined;
}

/** What the list would change. Writes nothing. */
export async function comparePriceList(
  db: Reader,
  supplier: string,
  { rows, head, settings }: { rows: readonly WrittenRow[]; head: number; settings: ListSettings },
): Promise<ComparedList> {
  const lines = linesBelow(rows, head, settings.columns);
  const names = [...new Set(lines.flatMap((line) => line.names.flatMap((name) => [name, name.toUpperCase()])))];
  const byName = Map.groupBy(
    (await repository.findListed(db, names)).flatMap((product) =>
      [product.code, ...(product.ean === null ? [] : [product.ean])].map((name) => ({ name, product })),
    ),
    ({ name }) => name,
  );
  const found = (written: ListLine) => [
    ...new Set(
      written.names.flatMap((name) =>
        [...(byName.get(name.toUpperCase()) ?? []), ...(byName.get(name) ?? [])].map(({ product }) => product),
      ),
    ),
  ];
  const compared: ComparedList = { lines: [], left: 0, unchanged: 0, unknown: [], problems: [] };
  const prices = new Map<number, ListedPrice>();
  for (const written of lines) {
    const products = found(written);
    if (products.length === 0) {
      compared.unknown.push(written.names.join(' '));
      continue;
    }
    const read = readLine(written, products);
    const problem = read.ok ? otherPrice(prices.get(read.value.product.id), read.value) : read.error;
    if (problem) compared.problems.push({ line: written.line, problem });
    if (problem?.kind === 'twice' && read.ok) prices.delete(read.value.product.id);
    else if (!problem && read.ok) prices.set(read.value.product.id, read.value);
  }
  const all = await changesOf(db, supplier, [...prices.values()], settings);
  const changed = all.filter(({ cost, sale }) => (cost && cost.before !== cost.after) || sale);
  compared.lines = changed.slice(0, MOST_CHANGES);
  compared.left = changed.length - compared.lines.length;
  compared.unchanged = all.length - changed.length;
  return compared;
}

function readLine(
  { names, cost, retail, pack }: ListLine,
  [product, ...others]: readonly NamedProduct[],
): Result<ListedPrice, LineProblem> {
  const typed = names.join(' ');
  if (others.length > 0) return fail({ kind: 'several', values: { typed } });
  if (product!.soldUntil !== null) return fail({ kind: 'shortDated', values: { typed } });
  const units = readPack(pack);
  if (!units.ok) return fail(ambiguous(units.error) ?? { kind: 'pack', values: { typed: pack } });
  const [own, listed] = [readOr(cost, units.value), readOr(retail)];
  for (const [text, price] of [[cost, own] as const, [retail, listed] as const])
    if (!price.ok) return fail(ambiguous(price.error) ?? { kind: 'price', values: { typed: text } });
  return ok({ product: product!, cost: own.ok ? own.value : undefined, retail: listed.ok ? listed.value : undefined });
}

const readOr = (text: string, pack?: number): Result<Cents | undefined, NumberMistake> =>
  text === '' ? ok(undefined) : readPrice(text, pack);

const ambiguous = (mistake: NumberMistake): LineProblem | undefined =>
  mistake.kind === 'ambiguous_number' ? { kind: 'ambiguous', values: mistake.values } : undefined;

/** A list that names a product twice, with two prices, leaves open which one holds. */
const otherPrice = (known: ListedPrice | undefined, { product, cost, retail }: ListedPrice): LineProblem | undefined =>
  known && (known.cost !== cost || known.retail !== retail)
    ? { kind: 'twice', values: { typed: product.code } }
    : undefined;

async function changesOf(
  db: Reader,
  supplier: string,
  prices: readonly ListedPrice[],
  { rule, rounding }: ListSettings,
): Promise<PriceLine[]> {
  const ids = prices.map(({ product }) => product.id);
  const costs = await repository.findLastCosts(db, keyOf(supplier), ids);
  const drafts = rule === 'keep' ? new Map<string, never>() : await findDrafts(db, prices);
  return prices.map(({ product: { id, code, name }, cost: after, retail }) => {
    const before = costs.get(id);
    const cost = after === undefined ? undefined : { before, after };
    const { base = '', price } = drafts.get(code) ?? {};
    const exact =
      rule === 'list'
        ? retail
        : before !== undefined && after !== undefined && price !== undefined && before !== after
          ? divideHalfUp(price * after, before)
          : undefined;
    const sale =
      price === undefined || exact === undefined ? undefined : { before: price, after: withEnding(exact, rounding) };
    const changes = [cost, sale].filter((change) => change !== undefined);
    return {
      ...{ productId: id, code, name, cost, base },
      sale: sale && sale.before !== sale.after ? sale : undefined,
      isJump: changes.some((change) => change.before !== undefined && isJump(change.before, change.after)),
    };
  });
}

async function findDrafts(
  db: Reader,
  prices: readonly ListedPrice[],
): Promise<Map<string, { base: string; price: Cents }>> {
  const sources = await findProductSources(
    db,
    prices.map(({ product }) => product.code),
  );
  const versions = await findVersions(
    db,
    sources.map(({ draft }) => draft),
  );
  const priceOf = (fields: Fields) => toCents(Number(fields.real_price));
  return new Map(
    sources.flatMap(({ key, draft }) => {
      const fields = versions.get(draft ?? '');
      return fields && draft !== null ? [[key, { base: draft, price: priceOf(fields) }] as const] : [];
    }),
  );
}

export const findRemembered = (db: Reader, supplier: string): Promise<ListSettings | undefined> =>
  repository.findSettings(db, keyOf(supplier));

/** Saves the purchase prices of these lines, and how to read this supplier's next list. */
export async function saveCostsIn(
  ctx: Context,
  tx: Writer,
  { supplier, settings }: { supplier: string; settings: ListSettings },
  lines: readonly PriceLine[],
): Promise<void> {
  const at = ctx.now().toISOString();
  const costs = lines.flatMap(({ productId, cost }) =>
    cost
      ? [{ supplier_key: keyOf(supplier), supplier, product_id: productId, cost_cents: cost.after, saved_at: at }]
      : [],
  );
  await repository.saveCosts(tx, costs);
  await repository.saveSettings(tx, keyOf(supplier), settings);
  const after = { supplier, count: lines.length };
  await recordAct(ctx, tx, { act: 'shop.priceList', subject: 'shop', id: 'price list', after });
}
