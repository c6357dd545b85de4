/**
 * Drafts of products and categories, edited in the desk. Each draft is valid by itself; the shop shows it after a
 * publication.
 */
import { recordAct, type ActName } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  altsOf,
  categoryOf,
  changedFields,
  versionDigest,
  fieldsOfCategory,
  fieldsOfProduct,
  isAltOf,
  parseProduct,
  picturesOf,
  textsOf,
  type Fields,
} from './catalogue-fields.ts';
import { checkProducts, checkTexts } from './checks/check-catalogue.ts';
import { findProductId } from './catalogue-read.repository.ts';
import { checkFamilies, toMember } from './checks/check-families.ts';
import { placeProduct, type PlacedProduct } from './compile-product.ts';
import { withCatalogueLock } from './catalogue-lock.ts';
import { mergeVersions, type Conflict } from './merge-versions.ts';
import { catalogueCode, reasonOf, text } from './cells.ts';
import { categoryRowSchema, LENGTHS } from './product-row.ts';
import {
  deleteSource,
  findSource,
  findSources,
  findVersions,
  saveSources,
  saveVersions,
  type Kind,
} from './sources.repository.ts';

export interface Key {
  kind: Kind;
  key: string;
}

/** A record as the desk shows it. */
export interface Draft extends Key {
  row: CatalogueSourceRow;
  /** undefined: removed with the next publication. */
  draft: Fields | undefined;
  published: Fields | undefined;
}

export type DraftRefusal =
  | { kind: 'not_found' }
  | { kind: 'code_taken' }
  | { kind: 'draft_changed' }
  | { kind: 'invalid'; mistakes: Mistake[] }
  /** Somebody else changed the same fields. `merged`: the other changes and, in these fields, the typed values. */
  | { kind: 'conflict'; merged: Fields; base: string; conflicts: Conflict[] };

export async function findDraft({ db }: Context, { kind, key }: Key): Promise<Draft | undefined> {
  const row = await findSource(db.read, kind, key);
  if (!row) return undefined;
  const versions = await findVersions(db.read, [row.draft, row.published]);
  return { kind, key, row, draft: versions.get(row.draft ?? ''), published: versions.get(row.published ?? '') };
}

/**
 * Saves the typed values of a form. `base`: digest of the version in the form; `typed` applies the values to it. Fields
 * that only somebody else changed since then keep their change.
 */
export async function saveDraftIn(
  ctx: Context,
  tx: Writer,
  at: Key,
  typed: (shown: Fields) => Fields,
  base: string,
): Promise<Result<Fields, DraftRefusal>> {
  const row = await findSource(tx, at.kind, at.key);
  const versions = await findVersions(tx, [row?.draft ?? null, base]);
  const [stored, shown] = [versions.get(row?.draft ?? ''), versions.get(base)];
  if (!row || !stored || !shown) return fail({ kind: 'not_found' });
  const read = readTyped(at, typed(shown));
  if (!read.ok) return fail({ kind: 'invalid', mistakes: read.error });
  const merge = (choice: 'theirs' | undefined) =>
    mergeVersions({ files: read.value, draft: stored, published: undefined, agreed: shown }, choice);
  const { draft = stored, conflicts } = merge(undefined);
  if (conflicts.length > 0)
    return fail({ kind: 'conflict', merged: merge('theirs').draft ?? stored, base: row.draft ?? '', conflicts });
  const checked = await checkDraft(tx, at, draft);
  if (!checked.ok) return checked;
  await storeDraft(ctx, tx, row, draft, stored);
  return ok(draft);
}

export const saveDraft = (
  ctx: Context,
  at: Key,
  typed: (shown: Fields) => Fields,
  base: string,
): Promise<Result<Fields, DraftRefusal>> => withCatalogueLock(ctx, (tx) => saveDraftIn(ctx, tx, at, typed, base));

/** `quantity`: initial stock at the first publication. */
export function createDraft(ctx: Context, at: Key, typed: Fields, quantity = 0): Promise<Result<Fields, DraftRefusal>> {
  return withCatalogueLock(ctx, async (tx) => {
    // A code belongs to one product permanently, because orders contain it. An earlier release kept no record of a
    // product.
    const isTaken =
      (await findSource(tx, at.kind, at.key)) ?? (at.kind === 'product' && (await findProductId(tx, at.key)));
    if (isTaken) return fail({ kind: 'code_taken' });
    const read = readTyped(at, typed);
    if (!read.ok) return fail({ kind: 'invalid', mistakes: read.error });
    const checked = await checkDraft(tx, at, read.value);
    if (!checked.ok) return checked;
    const row = {
      ...at,
      draft: null,
      published: null,
      agreed: null,
      version: 0,
      first_quantity: quantity,
      updated_at: '',
    };
    await storeDraft(ctx, tx, row, read.value, undefined);
    return ok(read.value);
  });
}

/** Removes the record with the next publication; one that was never published is deleted at once. */
export function removeDraft(ctx: Context, at: Key): Promise<Result<undefined, DraftRefusal>> {
  return withCatalogueLock(ctx, async (tx) => {
    const row = await findSource(tx, at.kind, at.key);
    if (!row?.draft) return fail({ kind: 'not_found' });
    if (row.published === null && row.agreed === null) await deleteSource(tx, at.kind, at.key);
    else
      await saveSources(tx, [{ ...row, draft: null, version: row.version + 1, updated_at: ctx.now().toISOString() }]);
    await record(ctx, tx, at, 'remove', {});
    return ok(undefined);
  });
}

/** Resets the draft to the live version. */
export function discardDraft(ctx: Context, at: Key): Promise<Result<undefined, DraftRefusal>> {
  return withCatalogueLock(ctx, async (tx) => {
    const row = await findSource(tx, at.kind, at.key);
    if (!row?.published) return fail({ kind: 'not_found' });
    await saveSources(tx, [
      { ...row, draft: row.published, version: row.version + 1, updated_at: ctx.now().toISOString() },
    ]);
    await record(ctx, tx, at, 'discard', {});
    return ok(undefined);
  });
}

/** Normalizes the typed values for comparison. */
export function readTyped({ kind, key }: Key, typed: Fields): Result<Fields, Mistake[]> {
  const found = kind === 'product' ? readProduct(key, typed) : readCategory(key, typed);
  return Array.isArray(found) ? fail(found) : ok(found);
}

function readProduct(code: string, typed: Fields): Fields | Mistake[] {
  const parsedCode = catalogueCode().safeParse(code);
  const parsed = parseProduct(code, typed);
  const issues = [
    ...(parsedCode.success ? [] : parsedCode.error.issues.map(({ message }) => ({ field: 'cod_catalog', message }))),
    ...(parsed.success
      ? []
      : parsed.error.issues.map((issue) => ({
          field: String(issue.path[0]),
          message: issue.message,
          reason: reasonOf(issue),
        }))),
    ...issuesOfAlts(typed),
  ];
  if (!parsed.success || issues.length > 0) return issues.map((issue) => ({ file: 'desk', ...issue }));
  return fieldsOfProduct({ row: parsed.data, texts: textsOf(typed), pictures: picturesOf(typed), alts: altsOf(typed) });
}

function issuesOfAlts(typed: Fields): { field: string; message: string }[] {
  return Object.entries(typed).flatMap(([field, alt]) => {
    const parsed = LOCALE_CODES.some((locale) => isAltOf(field, locale)) ? text(LENGTHS.alt).safeParse(alt) : undefined;
    return parsed?.error?.issues.map(({ message }) => ({ field, message })) ?? [];
  });
}

function readCategory(slug: string, typed: Fields): Fields | Mistake[] {
  const parsed = categoryRowSchema.safeParse(categoryOf(slug, typed));
  if (parsed.success) return fieldsOfCategory(parsed.data);
  return parsed.error.issues.map(({ path, message }) => ({ file: 'desk', field: String(path[0]), message }));
}

/** Checks the rules across several fields of a product, with the categories of the desk. */
export async function checkDraft(
  tx: Writer,
  { kind, key }: Key,
  draft: Fields,
): Promise<Result<undefined, DraftRefusal>> {
  if (kind === 'category') return ok(undefined);
  const mistakes = checkTexts(textsOf(draft), () => 'desk');
  const placed = placeProduct(key, draft, mistakes);
  if (placed) {
    const slugs = (await findSources(tx, 'category')).filter((row) => row.draft !== null).map((row) => row.key);
    mistakes.push(...checkProducts([placed], new Set(slugs)), ...(await checkFirstDraft(tx, placed)));
  }
  return mistakes.length > 0 ? fail({ kind: 'invalid', mistakes }) : ok(undefined);
}

/** The family's other rules hold for what the shop shows, so a publication checks them. */
async function checkFirstDraft(tx: Writer, placed: PlacedProduct): Promise<Mistake[]> {
  const own = toMember(placed);
  if (own.variantOf === undefined) return [];
  const first = await findSource(tx, 'product', own.variantOf);
  const fields = (await findVersions(tx, [first?.draft ?? null])).get(first?.draft ?? '');
  const found = fields && { code: own.variantOf, variantOf: fields.variant_of, look: '', place: undefined };
  return checkFamilies(found && own.variantOf !== own.code ? [found, own] : [own]);
}

async function storeDraft(
  ctx: Context,
  tx: Writer,
  row: CatalogueSourceRow,
  draft: Fields,
  before: Fields | undefined,
): Promise<void> {
  const changed = changedFields(before, draft);
  if (changed.length === 0) return;
  await saveVersions(tx, [draft]);
  await saveSources(tx, [
    { ...row, draft: versionDigest(draft), version: row.version + 1, updated_at: ctx.now().toISOString() },
  ]);
  const only = (fields: Fields = {}) =>
    Object.fromEntries(changed.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])));
  await record(ctx, tx, row, before ? 'edit' : 'create', { before: before && only(before), after: only(draft) });
}

type DraftAct = 'create' | 'edit' | 'remove' | 'discard';

const record = (
  ctx: Context,
  tx: Writer,
  { kind, key }: Key,
  act: DraftAct,
  change: { before?: Fields | undefined; after?: Fields },
) => recordAct(ctx, tx, { act: `${kind}.${act}` satisfies ActName, subject: kind, id: key, ...change });
