import { loadPage } from '#src/desk/list-query.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { fold } from '#src/shared/fold.ts';
import { picturesOf, type Fields } from '../server/catalogue-fields.ts';
import {
  findNewDrafts,
  findPlannedProducts,
  pageOfProducts,
  type ProductListFilter,
} from '../server/product-list.repository.ts';
import { findPendingCategories } from '../server/pending-categories.ts';
import { findNextPlans } from '../server/plans.repository.ts';
import { findStoredPictures, findVersions } from '../server/sources.repository.ts';

export interface ProductLine {
  code: string;
  name: string;
  /** undefined: not in the shop yet. */
  quantity: number | undefined;
  isLocked: boolean;
  /** The number of its variants, if it is the first product of a family. */
  variants: number;
  /** Name of the stored picture, as the draft has it. */
  picture: string | null;
  /**
   * undefined when no import of this release has read the product, and while a plan contains it: then it cannot be
   * changed here.
   */
  draft: Fields | undefined;
  base: string;
  state: 'live' | 'changed' | 'new' | 'planned' | 'gone' | 'unknown';
  /** What is to change at a set time, or an offer that ends then. */
  plan: { stage: 'start' | 'end'; due_at: string } | undefined;
}

type UnplannedLine = Omit<ProductLine, 'plan'>;

/** One page of the table of products, with the unpublished categories in it. */
export async function loadProductTable(ctx: Context, url: URL, filter: ProductListFilter, locale: Locale) {
  // Read before the lines, so that a sale in between causes a question instead of being counted twice.
  const shownAt = ctx.now().toISOString();
  const list = await loadPage(url, (limit, offset) => loadProducts(ctx, filter, { limit, offset }));
  const chosen = new Set(list.lines.map(({ draft }) => draft?.category_product));
  const pending = await findPendingCategories(ctx.db.read, locale);
  return { ...list, shownAt, newCategories: pending.filter(({ slug }) => chosen.has(slug)) };
}

/** A page of products with their drafts; new and planned products come first. */
export async function loadProducts(
  { db }: Context,
  filter: ProductListFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ lines: ProductLine[]; total: number }> {
  const first = await linesNotInShop(db.read, filter);
  const shown = first.slice(offset, offset + limit);
  const { rows, total } = await pageOfProducts(
    db.read,
    filter,
    limit - shown.length,
    Math.max(0, offset - first.length),
  );
  const versions = await findVersions(
    db.read,
    rows.map(({ draft }) => draft ?? null),
  );
  const plans = await findNextPlans(
    db.read,
    [...shown, ...rows].map(({ code }) => code),
  );
  const lines = rows.map((row): UnplannedLine => {
    const draft = versions.get(row.draft ?? '');
    const { code, name, quantity, picture, variants, locked: isLocked } = row;
    return {
      code,
      name: draft?.product_name ?? name,
      quantity,
      isLocked,
      variants,
      picture,
      draft,
      base: row.draft ?? '',
      state: stateOf(row),
    };
  });
  const all = [...shown, ...lines].map((line) => ({ ...line, plan: plans.get(line.code) }));
  return { lines: await withPictures(db.read, all), total: total + first.length };
}

async function withPictures(db: Reader, lines: ProductLine[]): Promise<ProductLine[]> {
  const stored = await findStoredPictures(
    db,
    lines.flatMap(({ draft }) => picturesOf(draft ?? {}).slice(0, 1)),
  );
  return lines.map((line) => {
    const [first = ''] = picturesOf(line.draft ?? {});
    return { ...line, picture: line.draft ? (stored.get(first) ?? null) : line.picture };
  });
}

/** Products that are not in the shop yet: drafts and planned products. */
async function linesNotInShop(db: Reader, { category, text, state }: ProductListFilter): Promise<UnplannedLine[]> {
  if (state !== undefined && state !== 'waiting') return [];
  const [fresh, planned] = [await findNewDrafts(db), await findPlannedProducts(db)];
  const versions = await findVersions(db, [...fresh.map(({ draft }) => draft), ...planned.map(({ after }) => after)]);
  const isAsked = (draft: Fields, code: string) =>
    (category === '' || draft.category_product === category) &&
    fold(`${draft.product_name} ${code}`).includes(fold(text));
  const notInShop = { quantity: undefined, isLocked: false, variants: 0, picture: null };
  const newLines = fresh.flatMap((row): UnplannedLine[] => {
    const draft = versions.get(row.draft ?? '')!;
    if (!isAsked(draft, row.key)) return [];
    return [
      { ...notInShop, code: row.key, name: draft.product_name ?? row.key, draft, base: row.draft ?? '', state: 'new' },
    ];
  });
  const plannedLines = planned.flatMap(({ key, after }): UnplannedLine[] => {
    const fields = versions.get(after ?? '');
    if (!fields || !isAsked(fields, key)) return [];
    return [
      { ...notInShop, code: key, name: fields.product_name ?? key, draft: undefined, base: '', state: 'planned' },
    ];
  });
  return [...newLines, ...plannedLines];
}

function stateOf({
  draft,
  published,
}: {
  draft: string | null | undefined;
  published: string | null | undefined;
}): ProductLine['state'] {
  if (draft === undefined) return 'unknown';
  if (draft === null) return 'gone';
  return draft === published ? 'live' : 'changed';
}
