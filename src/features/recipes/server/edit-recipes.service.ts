import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import { findCodes } from '#src/features/catalogue/server/catalogue.repository.ts';
import { uniqueSlug } from '#src/features/catalogue/slug.ts';
import type { Locale } from '#src/i18n/locales.ts';
import {
  listWritten,
  mistakenCells,
  readerOf,
  removeWritten,
  saveWritten,
  sharedFile,
  writtenFiles,
  writtenRow,
  type Cells,
  type WrittenKind,
  type WrittenRefusal,
  type WrittenRow,
} from '#src/server/content/edit-written.ts';
import { ContentMistakes } from '#src/server/content/written-file.ts';
import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { codesIn, readShared, sharedCell, writeShared } from '../recipe-cells.ts';
import { readRecipe } from './recipe-files.ts';
import { viewOf, type RecipeView } from './recipes.pages.ts';

export type RecipeRefusal = WrittenRefusal | { kind: 'recipe_code'; values: { code: string } };

const KIND: WrittenKind = {
  folder: 'recipes',
  heads: ['title', 'seo_title', 'description', 'keywords'],
  optional: ['seo_title'],
  lists: ['keywords'],
  readShared,
  writeShared,
  sharedCell,
  check: readRecipe,
  acts: { add: 'texts.recipeAdd', change: 'texts.recipe', remove: 'texts.recipeRemove' },
  newSlug: (title, taken) => uniqueSlug(title, 'receita', taken),
};

type Place = Pick<Context, 'config'>;

/** Also the recipe's name in the audit. */
export const recipeFile = (slug: string): string => sharedFile(KIND, slug);

/** The current recipes, which may be newer than the build. */
export const listRecipes = (ctx: Place): WrittenRow[] => listWritten(ctx, KIND);

export const findRecipe = (ctx: Place, slug: string): WrittenRow | undefined =>
  listRecipes(ctx).find((row) => row.slug === slug);

/** Saves a recipe, or a new one, named after its title. `digest`: of what the person saw. */
export async function saveRecipe(ctx: Context, slug: string | undefined, digest: string, typed: Cells) {
  const refusal = await refuseUnknownCode(ctx, slug, typed);
  return refusal ? fail(refusal) : saveWritten(ctx, KIND, { slug, digest, typed });
}

/** A code that the recipe had before may have left the catalogue since. */
async function refuseUnknownCode(
  ctx: Context,
  slug: string | undefined,
  typed: Cells,
): Promise<RecipeRefusal | undefined> {
  const before = slug === undefined ? [] : codesIn(writtenRow(ctx, KIND, slug).cells);
  const added = codesIn(typed).filter((code) => !before.includes(code));
  if (added.length === 0) return undefined;
  const known = await findCodes(ctx.db.read, added);
  const code = added.find((each) => !known.includes(each));
  return code === undefined ? undefined : { kind: 'recipe_code', values: { code } };
}

export const removeRecipe = (ctx: Context, slug: string, digest: string) => removeWritten(ctx, KIND, slug, digest);

/** What was typed, as the shop would show it in a language. */
export async function previewRecipe(
  ctx: Context,
  locale: Locale,
  typed: Cells,
): Promise<Result<RecipeView, { kind: 'content_mistakes'; cells: string[] }>> {
  // A draft may lack other languages.
  const files = writtenFiles(ctx, KIND, 'preview', { ...typed, draft: 'on' }, germanDay(ctx.now().toISOString()));
  try {
    const recipe = readRecipe('preview', readerOf(files), locale);
    const products = await allProducts(ctx, locale);
    const view = viewOf(recipe, locale, new Map(products.map((product) => [product.code, product])));
    return ok({ ...view, head: { ...view.head, path: undefined, personal: true } });
  } catch (error) {
    if (!(error instanceof ContentMistakes)) throw error;
    return fail({ kind: 'content_mistakes', cells: mistakenCells(KIND, error.mistakes) });
  }
}
