import type { SitemapEntry } from '#src/features/catalogue/server/catalogue.loader.ts';
import type { ProductLinks } from '#src/features/catalogue/server/catalogue.pages.ts';
import { findCodes } from '#src/features/catalogue/server/catalogue.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { ContentMistakes, slugsIn } from '#src/server/content/written-file.ts';
import { ConfigError } from '#src/server/config.ts';
import { contentPlace, editorialNames, readEditorial } from '#src/server/editorial-content.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { pages } from '#src/shared/paths.ts';
import { codesOf, isPublic, type Recipe } from '../recipe.ts';
import { readRecipe } from './recipe-files.ts';

/** Recipes by the texts of their files, which a build does not change. */
const known = new Map<string, { sources: readonly string[]; recipe: Recipe }>();

function loadRecipe(slug: string, names: readonly string[]): Recipe {
  const sources = names.filter((name) => name.startsWith(`recipes/${slug}.`)).map(readEditorial);
  const before = known.get(slug);
  if (before?.sources.length === sources.length && before.sources.every((text, at) => text === sources[at]))
    return before.recipe;
  const recipe = readRecipe(slug, readEditorial);
  known.set(slug, { sources, recipe });
  return recipe;
}

/** The recipes that are public today, for shops with or without their products. */
export function publicRecipes(ctx: Pick<Context, 'now'>): Recipe[] {
  const names = editorialNames('recipes');
  const today = germanDay(ctx.now().toISOString());
  return slugsIn('recipes', names)
    .map((slug) => loadRecipe(slug, names))
    .filter((recipe) => isPublic(recipe, today));
}

/** All public recipes that use a product of this shop, without which a recipe is of no use to its customers. */
export async function loadRecipes(ctx: Context): Promise<Recipe[]> {
  const recipes = publicRecipes(ctx);
  if (recipes.length === 0) return [];
  const sold = new Set(await findCodes(ctx.db.read, recipes.flatMap(codesOf)));
  return recipes.filter((recipe) => codesOf(recipe).some((code) => sold.has(code)));
}

/** Whether the shop has a page of recipes, which every page links to. */
export const hasRecipes = async (ctx: Context): Promise<boolean> => (await loadRecipes(ctx)).length > 0;

/**
 * Mistakes in all recipes, by the files' names in CONTENT_DIR, and hints about products that the catalogue does not
 * have: their ingredients have no link.
 */
export function checkRecipes(codes: ReadonlySet<string>): { mistakes: Mistake[]; hints: Mistake[] } {
  const names = editorialNames('recipes');
  const [mistakes, hints]: [Mistake[], Mistake[]] = [[], []];
  for (const slug of slugsIn('recipes', names)) {
    try {
      const recipe = loadRecipe(slug, names);
      for (const code of codesOf(recipe).filter((name) => !codes.has(name)))
        hints.push({ file: `recipes/${slug}.yaml`, message: `${code} is not in the catalogue, so it has no link` });
    } catch (error) {
      if (!(error instanceof ContentMistakes)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  return { mistakes, hints };
}

/** Throws ConfigError with all mistakes of all recipes. */
export function requireRecipes(): void {
  const { mistakes } = checkRecipes(new Set());
  if (mistakes.length === 0) return;
  throw new ConfigError(
    mistakes.map((mistake) => describeMistake({ ...mistake, file: contentPlace(mistake.file) })).join('\n'),
  );
}

/** More links than these would hide the product's own facts. */
const MOST_LINKS = 6;

/** The links of products to the recipes that use them; substitutes do not count. */
export async function recipeLinks(ctx: Context, locale: Locale): Promise<(product: { code: string }) => ProductLinks> {
  const recipes = await loadRecipes(ctx);
  const label = translator(locale)('recipes:title');
  return ({ code }) => ({
    label,
    links: recipes
      .filter(({ ingredients }) => ingredients.some((ingredient) => ingredient.code === code))
      .slice(0, MOST_LINKS)
      .map(({ slug, texts }) => ({ path: pages.recipe(slug), label: texts[locale].title })),
  });
}

export const recipeSitemap = async (ctx: Context): Promise<SitemapEntry[]> => {
  const recipes = await loadRecipes(ctx);
  if (recipes.length === 0) return [];
  return [
    { path: pages.recipes() },
    ...recipes.map(({ slug, updated }) => ({ path: pages.recipe(slug), changedAt: updated })),
  ];
};
