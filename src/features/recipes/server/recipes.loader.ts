import type { SitemapEntry } from '#src/features/catalogue/server/catalogue.loader.ts';
import type { ProductLinks } from '#src/features/catalogue/server/catalogue.pages.ts';
import { findCodes } from '#src/features/catalogue/server/catalogue.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { languagesOf, textIn } from '#src/i18n/written-languages.ts';
import type { Context } from '#src/server/context.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { writtenFolder } from '#src/server/content/written-folder.ts';
import { pages } from '#src/shared/paths.ts';
import { codesOf, type Recipe } from '../recipe.ts';
import { readRecipe } from './recipe-files.ts';

const recipes = writtenFolder('recipes', readRecipe);

/** The recipes that are public today, for shops with or without their products. */
export const publicRecipes = recipes.publicToday;

/** Throws ConfigError with all mistakes of all recipes. */
export const requireRecipes = recipes.require;

/** All public recipes that use a product of this shop, without which a recipe is of no use to its customers. */
export async function loadRecipes(ctx: Context): Promise<Recipe[]> {
  const all = publicRecipes(ctx);
  if (all.length === 0) return [];
  const sold = new Set(await findCodes(ctx.db.read, all.flatMap(codesOf)));
  return all.filter((recipe) => codesOf(recipe).some((code) => sold.has(code)));
}

/** Whether the shop has a page of recipes, which every page links to. */
export const hasRecipes = async (ctx: Context): Promise<boolean> => (await loadRecipes(ctx)).length > 0;

/**
 * Mistakes in all recipes, by the files' names in CONTENT_DIR, and hints about products that the catalogue does not
 * have: their ingredients have no link.
 */
export function checkRecipes(codes: ReadonlySet<string>): { mistakes: Mistake[]; hints: Mistake[] } {
  const { items, mistakes } = recipes.check();
  const hints = items.flatMap((recipe) =>
    codesOf(recipe)
      .filter((code) => !codes.has(code))
      .map((code) => ({
        file: `recipes/${recipe.slug}.yaml`,
        message: `${code} is not in the catalogue, so it has no link`,
      })),
  );
  return { mistakes, hints };
}

/** More links than these would hide the product's own facts. */
const MOST_LINKS = 6;

/** The links of products to the recipes that use them; substitutes do not count. */
export async function recipeLinks(ctx: Context, locale: Locale): Promise<(product: { code: string }) => ProductLinks> {
  const all = await loadRecipes(ctx);
  const label = translator(locale)('recipes:title');
  return ({ code }) => ({
    label,
    links: all
      .filter(({ ingredients }) => ingredients.some((ingredient) => ingredient.code === code))
      .slice(0, MOST_LINKS)
      .map(({ slug, texts }) => {
        const { text, lang } = textIn(texts, locale);
        return { path: pages.recipe(slug), label: text.title, lang };
      }),
  });
}

export const recipeSitemap = async (ctx: Context): Promise<SitemapEntry[]> => {
  const all = await loadRecipes(ctx);
  if (all.length === 0) return [];
  return [
    { path: pages.recipes() },
    ...all.map(({ slug, updated, texts }) => ({
      path: pages.recipe(slug),
      languages: languagesOf(texts),
      changedAt: updated,
    })),
  ];
};
