/**
 * Publishes drafts: compiles them into the tables that the shop reads, in one transaction. The builder then renders the
 * pages.
 */
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { CatalogueSourceRow, PublicationRow } from '#src/server/db/tables/catalogue.ts';
import { ok, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { categoryOf, picturesOf, type Fields } from './catalogue-fields.ts';
import { findEanOwners, findCategoriesInUse } from './catalogue-read.repository.ts';
import { checkChangedFamilies } from './checks/check-families.ts';
import { checkProducts } from './checks/check-catalogue.ts';
import { compileEntry, placeProduct, type PlacedProduct } from './compile-product.ts';
import { CatalogueRefused, tryInCatalogue } from './catalogue-lock.ts';
import { findPriceJumps } from './import/price-jumps.ts';
import { findStatesAfter, insertPublication } from './publications.repository.ts';
import { findSources, findStoredPictures, findUnpublished, findVersions, saveSources } from './sources.repository.ts';
import { findFollowers } from './short-dated/follow-products.ts';
import type { Target } from './targets.ts';
import { writeCatalogue, type CatalogueToWrite } from './write-catalogue.ts';

/** The digest of each draft that a person saw, by `kind key`; null for a removed record. */
export type SeenDrafts = ReadonlyMap<string, string | null>;

export interface PublishOptions {
  /** Publishes only the records that a person saw. */
  only: SeenDrafts;
  /** Also accepts prices that change by more than half. */
  acceptsJumps?: boolean;
  origin?: PublicationRow['origin'];
}

export interface Published {
  /** undefined when there was nothing to publish. */
  id: number | undefined;
  changes: number;
}

export const sourceId = ({ kind, key }: Pick<CatalogueSourceRow, 'kind' | 'key'>): string => `${kind} ${key}`;

/** Publishes drafts, all of them or none. */
export const publish = (ctx: Context, options: PublishOptions): Promise<Result<Published, Mistake[]>> =>
  tryInCatalogue(ctx, (tx) => publishIn(ctx, tx, options));

/** Publishes in the caller's transaction. Throws CatalogueRefused. */
export async function publishIn(
  ctx: Context,
  tx: Writer,
  { only, acceptsJumps = false, origin = 'desk' }: PublishOptions,
): Promise<Published> {
  const waiting = await findSeen(tx, only);
  const targets = waiting.map((row) => ({ row, to: row.draft }));
  return applyTargets(ctx, tx, targets, { acceptsJumps, origin });
}

/** The pending changes of the records that a person saw. Throws CatalogueRefused for a draft that has changed since. */
export async function findSeen(tx: Writer, seen: SeenDrafts): Promise<CatalogueSourceRow[]> {
  const waiting = (await findUnpublished(tx)).filter((row) => seen.has(sourceId(row)));
  refuse(waiting.filter((row) => row.draft !== seen.get(sourceId(row))).map(({ key }) => changedMeanwhile(key)));
  return waiting;
}

/** Somebody else has changed the draft since a person saw it. */
export const changedMeanwhile = (key: string): Mistake => ({
  file: 'desk',
  message: `${key} has changed.`,
  reason: { key: 'draftChanged', values: { code: key } },
});

/** Rolls the shop back to an earlier publication. Rolling back keeps unpublished drafts. */
export function goBackTo(ctx: Context, publicationId: number): Promise<Result<Published, Mistake[]>> {
  return tryInCatalogue(ctx, async (tx) => {
    const before = await findStatesAfter(tx, publicationId);
    const rows = await findSources(tx);
    const targets = rows.flatMap((row) => {
      const to = before.get(sourceId(row));
      return to === undefined || to === row.published ? [] : [{ row, to }];
    });
    return applyTargets(ctx, tx, targets, { acceptsJumps: true, origin: 'back' });
  });
}

/** Thrown to roll back a transaction. */
class RolledBack extends Error {}

/** The result of a change of the catalogue that is rolled back. */
export async function rehearse<T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<Result<T, Mistake[]>> {
  let seen: T | undefined;
  try {
    return await tryInCatalogue(ctx, async (tx): Promise<never> => {
      seen = await act(tx);
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return ok(seen as T);
    throw error;
  }
}

interface Applied {
  acceptsJumps: boolean;
  origin: PublicationRow['origin'];
  /** Earlier prices of new products. */
  history?: CatalogueToWrite['history'];
}

/** Throws CatalogueRefused when the catalogue would be inconsistent afterwards. */
export async function applyTargets(
  ctx: Context,
  tx: Writer,
  wanted: Target[],
  { acceptsJumps, origin, history = new Map() }: Applied,
): Promise<Published> {
  if (wanted.length === 0) return { id: undefined, changes: 0 };
  const targets = await withFollowers(tx, wanted);
  const products = targets.filter(({ row }) => row.kind === 'product');
  const versions = await findVersions(
    tx,
    targets.map(({ to }) => to),
  );
  const categories = await categoriesAfter(tx, targets, versions);
  const placed = await placeTargets(tx, products, versions, new Set(categories.keys()));
  const leaving = new Set(products.filter(({ to }) => to === null).map(({ row }) => row.key));
  refuse(await checkChangedFamilies(tx, [...placed.values()], leaving));
  if (!acceptsJumps) refuse(await findPriceJumps(tx, [...placed.values()]));

  const stored = await findStoredPictures(
    tx,
    [...placed.values()].flatMap(({ fields }) => picturesOf(fields)),
  );
  const quantities = new Map(products.map(({ row }) => [row.key, row.first_quantity ?? undefined]));
  const entries = [...placed].map(([code, product]) => {
    const { file, line } = product;
    return { ...compileEntry(product, stored), initialQuantity: quantities.get(code), file, line };
  });
  const changesCategories = targets.some(({ row }) => row.kind === 'category');
  await writeCatalogue(ctx, tx, {
    categories: changesCategories ? [...categories].map(([slug, fields]) => categoryOf(slug, fields)) : undefined,
    entries,
    kept: [],
    history,
    isGone: (code) => leaving.has(code),
  });
  if (changesCategories) refuse(await categoriesInUse(tx, categories));
  return recordPublication(ctx, tx, targets, origin);
}

export const refuse = (mistakes: Mistake[]): void => {
  if (mistakes.length > 0) throw new CatalogueRefused(mistakes);
};

/** Adds the short-dated variants that follow the published products. */
async function withFollowers(tx: Writer, targets: Target[]): Promise<Target[]> {
  const products = targets.filter(({ row }) => row.kind === 'product');
  const changes = products.map(({ row, to }) => ({ kind: row.kind, key: row.key, before: row.published, after: to }));
  const followers = await findFollowers(tx, changes, new Map(products.map((target) => [target.row.key, target])));
  const keys = new Set(followers.map(({ row }) => row.key));
  return [...targets.filter(({ row }) => row.kind !== 'product' || !keys.has(row.key)), ...followers];
}

async function categoriesAfter(
  tx: Writer,
  targets: Target[],
  versions: ReadonlyMap<string, Fields>,
): Promise<Map<string, Fields>> {
  const rows = await findSources(tx, 'category');
  const changed = new Map(targets.filter(({ row }) => row.kind === 'category').map(({ row, to }) => [row.key, to]));
  const live = rows.map((row) => ({
    key: row.key,
    digest: changed.has(row.key) ? changed.get(row.key)! : row.published,
  }));
  const known = new Map([
    ...versions,
    ...(await findVersions(
      tx,
      live.map(({ digest }) => digest),
    )),
  ]);
  return new Map(live.flatMap(({ key, digest }) => (digest === null ? [] : [[key, known.get(digest)!] as const])));
}

/**
 * The products of a publication, checked by themselves and together with the shop's others. Throws CatalogueRefused.
 */
export async function placeTargets(
  db: Reader,
  targets: Target[],
  versions: ReadonlyMap<string, Fields>,
  slugs: ReadonlySet<string>,
): Promise<Map<string, PlacedProduct>> {
  const mistakes: Mistake[] = [];
  const placed = targets.flatMap(({ row, to }) => {
    const product = to === null ? undefined : placeProduct(row.key, versions.get(to)!, mistakes);
    return product ? [product] : [];
  });
  const found = await nameUnpublishedCategories(db, checkProducts(placed, slugs));
  mistakes.push(...found, ...(await takenEans(db, targets, placed)));
  refuse(mistakes);
  return new Map(placed.map((product) => [product.row.cod_catalog, product]));
}

/** A missing category may only be unpublished: then the mistake says to publish it, too. */
async function nameUnpublishedCategories(db: Reader, mistakes: Mistake[]): Promise<Mistake[]> {
  const slugOf = ({ reason }: Mistake) => (reason?.key === 'unknownShelf' ? reason.values?.slug : undefined);
  if (mistakes.every((mistake) => slugOf(mistake) === undefined)) return mistakes;
  const pending = new Set((await findUnpublished(db)).filter(({ draft }) => draft !== null).map(sourceId));
  return mistakes.map((mistake) => {
    const slug = slugOf(mistake);
    if (slug === undefined || !pending.has(sourceId({ kind: 'category', key: String(slug) }))) return mistake;
    const message = `The category ${slug} is not published yet. Publish it, too.`;
    return { ...mistake, message, reason: { key: 'shelfNotPublished', values: { slug } } };
  });
}

/** Bar codes of other products in the shop. */
async function takenEans(db: Reader, targets: Target[], placed: PlacedProduct[]): Promise<Mistake[]> {
  const changing = new Set(targets.map(({ row }) => row.key));
  const owners = await findEanOwners(
    db,
    placed.flatMap(({ row }) => row.ean ?? []),
  );
  const others = new Map(owners.filter(({ code }) => !changing.has(code)).map(({ ean, code }) => [ean, code]));
  return placed.flatMap(({ file, row: { cod_catalog: code, ean = '' } }): Mistake[] => {
    const other = others.get(ean);
    if (other === undefined) return [];
    const message = `${code}: ${other} already has the EAN "${ean}". It must be unique.`;
    return [{ file, field: 'ean', message, reason: { key: 'eanTaken', values: { code, other } } }];
  });
}

async function categoriesInUse(tx: Writer, categories: ReadonlyMap<string, Fields>): Promise<Mistake[]> {
  return (await findCategoriesInUse(tx))
    .filter(({ slug }) => !categories.has(slug))
    .map(({ slug, products }) => ({
      file: 'desk',
      field: 'category_product',
      message: `${products} products are still in the category ${slug}. Move them first.`,
      reason: { key: 'shelfInUse', values: { slug, products } },
    }));
}

async function recordPublication(
  ctx: Context,
  tx: Writer,
  targets: Target[],
  origin: PublicationRow['origin'],
): Promise<Published> {
  const at = ctx.now().toISOString();
  await saveSources(
    tx,
    targets.map(({ row, to, draft = row.draft === row.published ? to : row.draft }) => ({
      ...row,
      published: to,
      draft,
      version: row.draft === draft ? row.version : row.version + 1,
      first_quantity: null,
      updated_at: at,
    })),
  );
  const changes = targets.map(({ row, to }) => ({ kind: row.kind, key: row.key, before: row.published, after: to }));
  const id = await insertPublication(tx, { at, who: ctx.actor?.who ?? '', origin }, changes);
  await recordAct(ctx, tx, {
    act: 'shop.publish',
    subject: 'shop',
    id: String(id),
    after: { origin, changes: changes.length },
  });
  return { id, changes: changes.length };
}
