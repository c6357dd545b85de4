import { ALL_RULES, stemsOf } from '#src/features/search/stem.ts';
import { isStopWord, wordsOf } from '#src/features/search/words.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { textIn } from '#src/i18n/written-languages.ts';
import type { Context } from '#src/server/context.ts';
import { wordKey } from '#src/shared/fold.ts';
import { pages } from '#src/shared/paths.ts';
import type { Recipe } from '../recipe.ts';
import { loadRecipes } from './recipes.loader.ts';

export interface RecipeLink {
  path: string;
  title: string;
  /** Where the title is in another language than the page. */
  lang: Locale | undefined;
}

/** More recipes would push the products down. */
const MOST_FOUND = 3;
/** A term with more words than a recipe's name can have. */
const MOST_WORDS = 12;

const keysOf = (text: string): string[][] =>
  wordsOf(text)
    .filter((word) => !isStopWord(word))
    .slice(0, MOST_WORDS)
    .map((word) => [wordKey(word), ...stemsOf(word, ALL_RULES)]);

interface Keys {
  /** Words of the titles in every language, because visitors search in any of them. */
  title: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

const known = new WeakMap<Recipe, Keys>();

function keysOfRecipe(recipe: Recipe): Keys {
  const before = known.get(recipe);
  if (before) return before;
  const texts = Object.values(recipe.texts).filter((text) => text !== undefined);
  const names = recipe.ingredients.flatMap((ingredient) =>
    ingredient.code === undefined ? [] : Object.values(ingredient.names).filter((name) => name !== undefined),
  );
  const setOf = (words: string[]) => new Set(words.flatMap(keysOf).flat());
  const title = setOf(texts.map((text) => text.title));
  const keys = { title, all: new Set([...title, ...setOf([...texts.flatMap(({ keywords }) => keywords), ...names])]) };
  known.set(recipe, keys);
  return keys;
}

const matches = (words: readonly string[][], keys: ReadonlySet<string>): boolean =>
  words.every((word) => word.some((key) => keys.has(key)));

/** Recipes whose name, keywords or ordered ingredients contain all words of a term; those with the name come first. */
export function matchRecipes(recipes: readonly Recipe[], term: string): Recipe[] {
  const words = keysOf(term);
  if (words.length === 0) return [];
  const found = recipes.filter((recipe) => matches(words, keysOfRecipe(recipe).all));
  const isNamed = (recipe: Recipe) => matches(words, keysOfRecipe(recipe).title);
  return [...found.filter(isNamed), ...found.filter((recipe) => !isNamed(recipe))].slice(0, MOST_FOUND);
}

export const findRecipes = async (ctx: Context, locale: Locale, term: string): Promise<RecipeLink[]> =>
  term
    ? matchRecipes(await loadRecipes(ctx), term).map(({ slug, texts }) => {
        const { text, lang } = textIn(texts, locale);
        return { path: pages.recipe(slug), title: text.title, lang };
      })
    : [];
