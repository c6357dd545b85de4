import type { Locale } from '#src/i18n/locales.ts';

/** Metric units, and spoons as kitchens know them. Pieces are counted and have no unit. */
export const UNITS = ['g', 'kg', 'ml', 'l', 'tbsp', 'tsp'] as const;
export type Unit = (typeof UNITS)[number];

export interface Amount {
  value: number;
  /** undefined: pieces. */
  unit: Unit | undefined;
}

/** Care that a recipe asks for; `recipes:care` has the texts. */
export const CARE = ['raw-egg', 'alcohol', 'dried-beans', 'hot-oil', 'hot-sugar', 'peanuts', 'caffeine'] as const;
export type Care = (typeof CARE)[number];

/** What a recipe makes: portions of a meal, or pieces. */
export const MAKES = ['portions', 'pieces'] as const;
export type Makes = (typeof MAKES)[number];

export interface Ingredient {
  /** May lack languages that are not complete yet. */
  names: Partial<Record<Locale, string>>;
  /** undefined: to taste. */
  amount: Amount | undefined;
  /** The code of the product that the cart gets; undefined for what every kitchen has. */
  code: string | undefined;
  /** The code of the product that replaces it while it is sold out. */
  substitute: string | undefined;
  /** Weight or volume of the amount, where the product is sold by another measure. */
  equals: Amount | undefined;
}

/** A recipe's words in one language. */
export interface RecipeText {
  title: string;
  /** Search engines and shared links show it instead of the title and the shop's name. */
  seo_title?: string | undefined;
  description: string;
  /** Further words that find the recipe. */
  keywords: string[];
  markdown: string;
  html: string;
  /** The steps as plain texts, for search engines. */
  steps: string[];
}

export interface Recipe {
  /** The same in every language: the name of its files. */
  slug: string;
  /** Day of the last change, as 2026-11-28. */
  updated: string;
  /** The first day on which the page shows. */
  published: string;
  draft: boolean;
  makes: { count: number; of: Makes };
  /** minutes; `wait`: soaking, rising, cooling. */
  minutes: { prep: number; cook: number; wait: number };
  care: Care[];
  /** The code of the product whose picture the recipe shows. */
  picture: string | undefined;
  ingredients: Ingredient[];
  /** May lack languages that are not complete yet; a draft may lack any. */
  texts: Partial<Record<Locale, RecipeText>>;
}

export const totalMinutes = ({ minutes: { prep, cook, wait } }: Pick<Recipe, 'minutes'>): number => prep + cook + wait;

/** The codes of all products that a recipe may put into the cart. */
export const codesOf = ({ ingredients }: Pick<Recipe, 'ingredients'>): string[] =>
  ingredients.flatMap(({ code, substitute }) => [code, substitute].filter((name) => name !== undefined));
