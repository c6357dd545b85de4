import { toCents } from '#src/shared/money.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { NewPriceHistoryRow } from '#src/server/db/tables/catalogue.ts';
import { discountedPrice, referencePrice } from '#src/features/catalogue/price.ts';
import { refreshFacets } from '#src/features/catalogue/server/set-facets.repository.ts';
import { findSetIds, refreshSets, storeSets, type WrongSet } from '#src/features/catalogue/server/sets.repository.ts';
import { recordMoves } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  findAllForImport,
  findFormerSlugs,
  findPriceHistory,
  type ImportedProduct,
} from './catalogue-read.repository.ts';
import { batches } from './batches.ts';
import * as repository from './catalogue-write.repository.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { recordQuantities, type FileQuantity, type QuantityEdit } from './import/file-quantities.ts';
import { enqueueGapsNotice } from './gaps-mail.ts';
import { CatalogueRefused } from './catalogue-lock.ts';
import type { CategoryRow, PriceRow } from './product-row.ts';
import { updateSalesLock } from './sales-lock.service.ts';

export interface ImportReport {
  added: string[];
  changed: string[];
  withdrawn: string[];
  left: number;
  /** Quantities that were edited in the files: the shop's own count stays. */
  quantities: QuantityEdit[];
}

export interface CatalogueToWrite {
  /** All categories; undefined: unchanged. */
  categories: CategoryRow[] | undefined;
  /** The products with the places of their rows in the files. */
  entries: (CatalogueEntry & { file: string; line: number })[];
  /** Products whose rows are already up to date for these files and this code. */
  kept: FileQuantity[];
  /** Prices from before the first import, by catalogue code, in order of time. */
  history: Map<string, PriceRow[]>;
  /** Whether products outside of the entries leave the shop. */
  isGone: (code: string) => boolean;
}

/**
 * Writes the tables that the shop reads. The caller holds the lock `catalogue`; `onProgress` is called for every
 * written product. Throws CatalogueRefused.
 */
export async function writeCatalogue(
  ctx: Context,
  tx: Writer,
  catalogue: CatalogueToWrite,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportReport> {
  const now = ctx.now().toISOString();
  const known = new Map((await findAllForImport(tx)).map((row) => [row.cod_catalog, row]));
  const owners = new Map([...known.values(), ...(await findFormerSlugs(tx))].map((row) => [row.slug, row.cod_catalog]));
  refuseTakenSlugs(catalogue.entries, owners);
  const categoriesChanged = catalogue.categories
    ? await repository.replaceCategories(tx, catalogue.categories, now)
    : false;

  const added = catalogue.entries.filter((entry) => !known.has(entry.columns.cod_catalog));
  const changed = catalogue.entries.filter((entry) => {
    const row = known.get(entry.columns.cod_catalog);
    // The digest has the facts, but not what this version makes of them.
    const isSame =
      row?.digest === entry.columns.digest && (row.listed === entry.columns.listed || isSet(entry.columns));
    return row && (!isSame || row.withdrawn_at !== null);
  });
  const quantities = [
    ...catalogue.entries.map(({ columns, initialQuantity }) => ({ code: columns.cod_catalog, units: initialQuantity })),
    ...catalogue.kept,
  ];
  const named = new Set(quantities.map(({ code }) => code));
  const withdrawn = [...known.values()].filter(
    (row) => row.withdrawn_at === null && !named.has(row.cod_catalog) && catalogue.isGone(row.cod_catalog),
  );

  // Also reserve chosen addresses, so that a derived address cannot take one that an editor chose.
  const chosen = catalogue.entries.flatMap((entry) => entry.chosenSlug ?? []);
  const slugs = new Set([...owners.keys(), ...chosen]);
  const total = added.length + changed.length;
  let done = 0;
  const step = (count: number) => onProgress((done += count), total);

  const ids = await addProducts(ctx, tx, added, slugs, now, step);
  await changeProducts(tx, changed, known, now, step);
  await repository.withdraw(
    tx,
    withdrawn.map((row) => row.id),
    now,
  );
  await repository.recordMovedCategories(tx, categoryMoves(changed, known));
  await recordPrices(tx, added, changed, ids, known, catalogue.history, now);
  if (total + withdrawn.length > 0 || categoriesChanged) await repository.bumpCatalogueVersion(tx, now);

  await enqueueGapsNotice(ctx, tx, await updateSalesLock(ctx, tx, [...named]));
  const written = [...added, ...changed];
  refuseWrongSets(written, await storeSets(tx, codes(written)));
  if (total + withdrawn.length > 0) {
    const sets = await findSetIds(tx);
    await refreshSets(tx, sets);
    await refreshFacets(tx, sets);
  }
  return {
    added: codes(added),
    changed: codes(changed),
    withdrawn: withdrawn.map((row) => row.cod_catalog),
    left: quantities.length - total,
    quantities: await recordQuantities(tx, quantities, known),
  };
}

/**
 * An address belongs to one product permanently, even if withdrawn or former, because old links must not open another
 * product.
 */
export function refuseTakenSlugs(entries: CatalogueToWrite['entries'], owners: ReadonlyMap<string, string>): void {
  const mistakes = entries.flatMap(({ file, line, chosenSlug, columns }): Mistake[] => {
    const owner = chosenSlug && owners.get(chosenSlug);
    if (!owner || owner === columns.cod_catalog) return [];
    const message = `"${chosenSlug}" is already the address of ${owner}. Choose another.`;
    return [
      { file, line, field: 'slug', message, reason: { key: 'slugTaken', values: { slug: chosenSlug, other: owner } } },
    ];
  });
  if (mistakes.length) throw new CatalogueRefused(mistakes);
}

async function addProducts(
  ctx: Context,
  tx: Writer,
  entries: CatalogueEntry[],
  slugs: Set<string>,
  now: string,
  step: (count: number) => void,
) {
  const rows = entries.map(({ columns, chosenSlug, initialQuantity }) => ({
    ...columns,
    slug: chosenSlug ?? uniqueSlug(columns.product_name, columns.cod_catalog, slugs),
    reference_price_cents: null,
    quantity_available: isSet(columns) ? 0 : (initialQuantity ?? 0),
    file_quantity: initialQuantity ?? null,
    withdrawn_at: null,
    created_at: now,
    updated_at: now,
  }));
  const ids = await repository.insertProducts(tx, rows, step);
  const firstUnits = rows.map(({ cod_catalog: code, quantity_available: stock }) => ({
    productId: ids.get(code)!,
    units: stock,
    stock,
  }));
  for (const batch of batches(firstUnits)) await recordMoves(tx, ctx, { reason: 'first' }, batch);
  await repository.insertTexts(
    tx,
    entries.flatMap(({ columns, texts }) =>
      texts.map((text) => ({ product_id: ids.get(columns.cod_catalog) ?? 0, ...text })),
    ),
  );
  return ids;
}

const codes = (entries: CatalogueEntry[]) => entries.map((entry) => entry.columns.cod_catalog);

const WRONG_SET: Record<WrongSet['reason'], (part: string) => string> = {
  unknown: (part) => `the shop has no product ${part}. Correct the code, or publish that product too.`,
  set: (part) => `${part} is a set itself. Write its parts.`,
  inSet: (other) => `the set ${other} contains it, and a set in a set is not possible. Take it out there first.`,
  packs: (part) =>
    `the deposit of ${part} is of another pack. Write "yes" in reusable if all packs of the set are, or part them.`,
  stock: (code) => `${code} has units in stock, and a set has none of its own. Take them out of its stock first.`,
  price: () => 'the set costs less than a cent for each of its units. Write a higher price, or fewer units.',
};

const SET_KEYS = {
  unknown: 'partUnknown',
  set: 'partIsSet',
  inSet: 'partInSet',
  packs: 'packsDiffer',
  price: 'setTooCheap',
  stock: 'setHasStock',
} as const;

function refuseWrongSets(entries: CatalogueToWrite['entries'], wrong: readonly WrongSet[]): void {
  if (wrong.length === 0) return;
  const places = new Map(entries.map(({ columns, file, line }) => [columns.cod_catalog, { file, line }]));
  throw new CatalogueRefused(
    wrong.map(({ code, part, reason }) => ({
      ...places.get(code)!,
      field: 'parts',
      message: WRONG_SET[reason](part),
      reason: { key: SET_KEYS[reason], values: { code, part } },
    })),
  );
}

/** Its stock follows from its parts. */
const isSet = ({ facts }: Pick<CatalogueEntry['columns'], 'facts'>): boolean => facts.includes('"parts":"');

type Known = Map<string, ImportedProduct>;

async function changeProducts(
  tx: Writer,
  entries: CatalogueEntry[],
  known: Known,
  now: string,
  step: (count: number) => void,
) {
  for (const { columns, texts, chosenSlug } of entries) {
    const row = known.get(columns.cod_catalog);
    if (!row) continue;
    // An address does not change unless the editor chooses a new one. The old address then redirects, so that links
    // still work.
    const slug = chosenSlug ?? row.slug;
    if (slug !== row.slug) await repository.moveSlug(tx, row.id, row.slug, slug);
    await repository.updateProduct(tx, row.id, { ...columns, slug, withdrawn_at: null, updated_at: now });
    await repository.replaceTexts(tx, row.id, texts);
    step(1);
  }
}

/** The category to which most products of each category moved. */
function categoryMoves(changed: CatalogueEntry[], known: Known): Map<string, string> {
  const moves = changed.flatMap(({ columns }) => {
    const from = known.get(columns.cod_catalog)?.category_slug;
    return from === undefined || from === columns.category_slug ? [] : [{ from, to: columns.category_slug }];
  });
  return new Map(
    [...Map.groupBy(moves, ({ from }) => from)].map(([from, own]) => {
      const groups = [...Map.groupBy(own, ({ to }) => to)].toSorted(([, a], [, b]) => b.length - a.length);
      return [from, groups[0]![0]];
    }),
  );
}

/** Appends the current price of each new or re-priced product to its history, and derives the struck-through price. */
async function recordPrices(
  tx: Writer,
  added: CatalogueEntry[],
  changed: CatalogueEntry[],
  ids: Map<string, number>,
  known: Known,
  history: Map<string, PriceRow[]>,
  now: string,
) {
  const rows: NewPriceHistoryRow[] = added.flatMap(({ columns }) => {
    const product_id = ids.get(columns.cod_catalog) ?? 0;
    const before = history.get(columns.cod_catalog) ?? [];
    const past = before.map((row) => pastPrice(product_id, row, now));
    const last = past.at(-1);
    const holds =
      last?.real_price_cents === columns.real_price_cents && last.discount_percent === columns.discount_percent;
    return holds ? past : [...past, presentPrice(product_id, columns, now)];
  });
  for (const { columns } of changed) {
    const row = known.get(columns.cod_catalog);
    if (row && (row.real_price_cents !== columns.real_price_cents || row.discount_percent !== columns.discount_percent))
      rows.push(presentPrice(row.id, columns, now));
  }
  await repository.appendPrices(tx, rows);
  const touched = [...new Set(rows.map((row) => row.product_id))];
  const points = await findPriceHistory(tx, touched);
  await repository.setReferencePrices(
    tx,
    touched.map((id) => ({ id, reference: referencePrice(points.get(id) ?? []) ?? null })),
  );
}

export function presentPrice(product_id: number, columns: CatalogueEntry['columns'], now: string): NewPriceHistoryRow {
  const { real_price_cents, discount_percent, price_cents } = columns;
  return { product_id, valid_from: now, real_price_cents, discount_percent, price_cents };
}

function pastPrice(product_id: number, row: PriceRow, now: string): NewPriceHistoryRow {
  const from = row.valid_from.includes('T') ? row.valid_from : `${row.valid_from}T00:00:00.000Z`;
  const real_price_cents = toCents(row.real_price);
  return {
    product_id,
    // A day begins in Germany before it begins in UTC, and no past price may be later than the current one.
    valid_from: from < now ? from : now,
    real_price_cents,
    discount_percent: row.discount,
    price_cents: discountedPrice(real_price_cents, row.discount),
  };
}
