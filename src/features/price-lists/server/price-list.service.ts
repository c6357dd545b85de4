/** Compares a supplier's price list with the shop, and saves the prices that a person has seen. */
import { keyOf, waysToRead } from '#src/features/deliveries/server/delivery.service.ts';
import type { WrittenRow } from '#src/features/deliveries/delivery-lines.ts';
import type { Fields } from '#src/features/editing/server/catalogue-fields.ts';
import { findProductSources, findVersions } from '#src/features/editing/server/sources.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { toCents } from '#src/shared/money.ts';
import { listedPrices, type ListedPrice, type ListedPrices } from '../listed-prices.ts';
import { priceLine, type KnownDraft, type PriceLine } from '../price-line.ts';
import { linesBelow, type ListLine, type ListSettings } from '../price-list.ts';
import * as repository from './price-list.repository.ts';

/** More changes make a page that a phone cannot handle; the same list then shows the rest. */
const MOST_CHANGES = 500;

export interface ComparedList extends Pick<ListedPrices, 'unknown' | 'problems'> {
  /** Those that change something: at most `MOST_CHANGES`. */
  lines: PriceLine[];
  /** Further ones. */
  left: number;
  unchanged: number;
}

/** What the list would change. Writes nothing. */
export async function comparePriceList(
  db: Reader,
  supplier: string,
  { rows, head, settings }: { rows: readonly WrittenRow[]; head: number; settings: ListSettings },
): Promise<ComparedList> {
  const lines = linesBelow(rows, head, settings.columns);
  const names = [...new Set(lines.flatMap((line) => line.names.flatMap(waysToRead)))];
  const byName = Map.groupBy(
    (await repository.findListed(db, names)).flatMap((product) =>
      [product.code, ...(product.ean === null ? [] : [product.ean])].map((name) => ({ name, product })),
    ),
    ({ name }) => name,
  );
  const found = (written: ListLine) => [
    ...new Set(
      written.names.flatMap((name) =>
        waysToRead(name).flatMap((one) => (byName.get(one) ?? []).map(({ product }) => product)),
      ),
    ),
  ];
  const { prices, unknown, problems } = listedPrices(lines, found);
  const all = await changesOf(db, supplier, prices, settings);
  const changed = all.filter(({ cost, sale }) => (cost && cost.before !== cost.after) || sale);
  return {
    lines: changed.slice(0, MOST_CHANGES),
    left: Math.max(0, changed.length - MOST_CHANGES),
    unchanged: all.length - changed.length,
    unknown,
    problems,
  };
}

async function changesOf(
  db: Reader,
  supplier: string,
  prices: readonly ListedPrice[],
  settings: ListSettings,
): Promise<PriceLine[]> {
  const ids = prices.map(({ product }) => product.id);
  const costs = await repository.findLastCosts(db, keyOf(supplier), ids);
  const drafts = settings.rule === 'keep' ? new Map<string, KnownDraft>() : await findDrafts(db, prices);
  return prices.map((listed) => {
    const { id, code } = listed.product;
    return priceLine(listed, { cost: costs.get(id), draft: drafts.get(code) }, settings);
  });
}

async function findDrafts(db: Reader, prices: readonly ListedPrice[]): Promise<Map<string, KnownDraft>> {
  const sources = await findProductSources(
    db,
    prices.map(({ product }) => product.code),
  );
  const versions = await findVersions(
    db,
    sources.flatMap(({ draft, published }) => [draft, published]),
  );
  const priceOf = (fields: Fields) => toCents(Number(fields.real_price));
  return new Map(
    sources.flatMap(({ key, draft, published }) => {
      const [fields, live] = [versions.get(draft ?? ''), versions.get(published ?? '')];
      if (!fields || draft === null) return [];
      const known = { base: draft, price: priceOf(fields), live: live && priceOf(live), isAlone: draft === published };
      return [[key, known] as const];
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
