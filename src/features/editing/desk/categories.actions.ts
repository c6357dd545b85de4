import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import type { Category } from '#src/features/catalogue/product.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import { LABEL_COLUMNS } from '#src/features/catalogue/server/category-label.ts';
import { HEAD_COLUMNS } from '#src/features/catalogue/server/head-words.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { Fields } from '../server/catalogue-fields.ts';
import { findCategoriesInUse } from '../server/catalogue-read.repository.ts';
import {
  createDraft,
  discardDraft,
  removeDraft,
  saveDraft,
  type Draft,
  type DraftRefusal,
  type Key,
} from '../server/drafts.service.ts';
import { findPendingCategories } from '../server/pending-categories.ts';
import { findSources, findVersions } from '../server/sources.repository.ts';
import { draftError } from './draft-error.ts';
import type { RefusedForm } from './product.actions.ts';

export const categoryKey = (slug: string): Key => ({ kind: 'category', key: slug });

export const typedCategory = (form: DeskForm): Fields =>
  Object.fromEntries(
    ['group', ...LABEL_COLUMNS.map(({ name }) => name), ...HEAD_COLUMNS].map((field) => [field, form.text(field)]),
  );

export async function actOnCategory(
  { ctx, t }: OpenDesk,
  slug: string,
  form: DeskForm,
  onRefused: (refused: RefusedForm) => void,
): Promise<Result<'draftSaved' | 'draftDiscarded', DeskError>> {
  const at = categoryKey(slug);
  const answer = <D extends string>(done: D, result: Result<unknown, DraftRefusal>): Result<D, DeskError> =>
    result.ok ? ok(done) : fail(draftError(t, result.error));
  switch (form.text('act')) {
    case 'remove':
      return answer('draftSaved', await removeDraft(ctx, at));
    case 'discard':
      return answer('draftDiscarded', await discardDraft(ctx, at));
    default: {
      const typed = typedCategory(form);
      const saved = await saveDraft(ctx, at, () => typed, form.text('base'));
      if (!saved.ok)
        onRefused(
          saved.error.kind === 'conflict'
            ? { values: saved.error.merged, base: saved.error.base, conflicts: saved.error.conflicts }
            : { values: typed, base: form.text('base'), conflicts: [] },
        );
      return answer('draftSaved', saved);
    }
  }
}

export async function createCategory({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<'draftSaved', DeskError>> {
  const created = await createDraft(ctx, categoryKey(form.text('slug')), typedCategory(form));
  if (created.ok) return ok('draftSaved');
  const error = draftError(t, created.error);
  return fail(error.kind === 'code_taken' ? { kind: 'slug_taken', marked: ['slug'] } : error);
}

/** The categories to choose from, including unpublished ones. */
export async function loadCategoryChoices(ctx: Context, locale: Locale): Promise<Category[]> {
  return [...(await findCategories(ctx.db.read, locale)), ...(await findPendingCategories(ctx.db.read, locale))];
}

export interface CategoryLine extends Draft {
  products: number;
}

/** All categories, including unpublished ones. */
export async function loadCategories({ db }: Context): Promise<CategoryLine[]> {
  const rows = await findSources(db.read, 'category');
  const versions = await findVersions(
    db.read,
    rows.flatMap(({ draft, published }) => [draft, published]),
  );
  const products = new Map((await findCategoriesInUse(db.read)).map(({ slug, products }) => [slug, products]));
  return rows
    .filter(({ draft, published }) => draft !== null || published !== null)
    .map((row) => ({
      kind: row.kind,
      key: row.key,
      row,
      draft: versions.get(row.draft ?? ''),
      published: versions.get(row.published ?? ''),
      products: products.get(row.key) ?? 0,
    }));
}
