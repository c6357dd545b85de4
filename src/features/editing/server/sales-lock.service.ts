import { gapsOf } from '#src/features/catalogue/completeness.ts';
import { blocksSale, type ShopConditions } from '#src/features/catalogue/gap.ts';
import type { Kind, ProductFacts } from '#src/features/catalogue/facts.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import type { Withdrawal } from '#src/features/catalogue/product.ts';
import { findRecalledCodes } from '#src/features/catalogue/server/recalled.repository.ts';
import { refreshSetsOf } from '#src/features/catalogue/server/sets.repository.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { bumpCatalogueVersion } from './catalogue-write.repository.ts';
import { withCatalogueLock } from './catalogue-lock.ts';
import { countBlocked, findAllDescribed, findDescribed, saveLock, type DescribedRow } from './sales-lock.repository.ts';

/** A product with new gaps that forbid its sale. */
export interface OpenedGaps {
  code: string;
  name: string;
  columns: string[];
}

interface Change extends OpenedGaps {
  id: number;
  sale_locked: number;
  blocking_gaps: string;
  recalled: number;
  /** Whether the lock changes, not only its reasons. */
  turns: boolean;
}

/**
 * Computes each product's lock from its facts and the recalls, and stores the changes, so that a request only reads a
 * column. Returns the products with new gaps. `codes`: only these products may have changed. The caller holds the lock
 * `catalogue`.
 */
export async function updateSalesLock(ctx: Context, tx: Writer, codes?: readonly string[]): Promise<OpenedGaps[]> {
  const changes = await findChanges(ctx, tx, codes);
  for (const same of Map.groupBy(
    changes,
    (change) => `${change.sale_locked}${change.recalled}${change.blocking_gaps}`,
  ).values()) {
    const { sale_locked, blocking_gaps, recalled } = same[0]!;
    await saveLock(
      tx,
      same.map(({ id }) => id),
      { sale_locked, blocking_gaps, recalled },
    );
  }
  await refreshSetsOf(
    tx,
    changes.filter(({ turns }) => turns).map(({ id }) => id),
  );
  if (changes.some(({ turns }) => turns)) await bumpCatalogueVersion(tx, ctx.now().toISOString());
  return changes
    .filter(({ columns }) => columns.length > 0)
    .map(({ code, name, columns }) => ({ code, name, columns }));
}

/**
 * For a start or a build: settings, shop.yaml or the rules may have changed since the last import. Usually only reads.
 */
export async function refreshSalesLock(ctx: Context): Promise<void> {
  if ((await findChanges(ctx, ctx.db.read)).length === 0) return;
  await withCatalogueLock(ctx, (tx) => updateSalesLock(ctx, tx));
}

/** On a local address nothing is locked, so the log lists the products that a public shop would lock. */
export async function reportGaps({ config, db, log }: Context): Promise<void> {
  const products = await countBlocked(db.read);
  if (products === 0) return;
  const told = config.salesLock ? 'are locked' : 'would be locked at a public address';
  log[config.salesLock ? 'warn' : 'info'](
    { products },
    `products ${told}, because facts are missing: npm run shop -- catalogue check --all`,
  );
}

async function findChanges(ctx: Context, db: Reader, codes?: readonly string[]): Promise<Change[]> {
  const shop = shopConditions(ctx.shop);
  const recalled = await findRecalledCodes(db);
  return (codes ? await findDescribed(db, codes) : await findAllDescribed(db, recalled)).flatMap(
    (row) => changeOf(row, shop, ctx.config.salesLock, recalled.includes(row.cod_catalog)) ?? [],
  );
}

/** Whether a product may be sold, and the gaps that forbid it. `inForce`: see `Config.salesLock`. */
export function lockOf(row: FactRow, shop: ShopConditions, inForce: boolean, isRecalled: boolean) {
  const gaps = gapsOf(describe(row), shop)
    .filter(blocksSale)
    .map(({ column }) => column);
  return { gaps, recalled: isRecalled ? 1 : 0, sale_locked: isRecalled || (inForce && gaps.length > 0) ? 1 : 0 };
}

function changeOf(row: DescribedRow, shop: ShopConditions, inForce: boolean, isRecalled: boolean): Change | undefined {
  const { gaps, recalled, sale_locked } = lockOf(row, shop, inForce, isRecalled);
  const blocking_gaps = JSON.stringify(gaps);
  const turns = row.sale_locked !== sale_locked || row.recalled !== recalled;
  if (!turns && row.blocking_gaps === blocking_gaps) return undefined;
  const before = new Set(JSON.parse(row.blocking_gaps) as string[]);
  return {
    id: row.id,
    code: row.cod_catalog,
    name: row.product_name,
    columns: gaps.filter((column) => !before.has(column)),
    sale_locked,
    blocking_gaps,
    recalled,
    turns,
  };
}

type FactRow = Pick<
  DescribedRow,
  'kind' | 'facts' | 'net_quantity' | 'net_unit' | 'deposit_cents' | 'withdrawal' | 'picture'
>;

const describe = (row: FactRow) => ({
  kind: row.kind as Kind,
  facts: JSON.parse(row.facts) as ProductFacts,
  netQuantity: { value: row.net_quantity, unit: row.net_unit as NetUnit },
  deposit: row.deposit_cents,
  withdrawal: row.withdrawal as Withdrawal,
  hasPicture: row.picture !== null,
});
