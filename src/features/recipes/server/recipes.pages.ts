/** The `getStaticPaths` entries of the recipes' pages. */
import { productPreview } from '#src/features/catalogue/pictures/picture.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { allProducts } from '#src/features/catalogue/server/all-products.ts';
import { entry } from '#src/features/catalogue/server/catalogue.pages.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { languagesOf, textIn } from '#src/i18n/written-languages.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import { worded, type PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import { packsFor } from '../portions.ts';
import { totalMinutes, type Amount, type Care, type Ingredient, type Recipe, type RecipeText } from '../recipe.ts';
import { loadRecipes } from './recipes.loader.ts';

/** A product that an ingredient needs. */
interface NeededProduct {
  product: ProductSummary;
  /** The share of a pack that the recipe's own portions take. */
  packs: number;
}

export interface IngredientView {
  name: string;
  /** Where the name is in another language than the page. */
  lang: Locale | undefined;
  amount: Amount | undefined;
  product: NeededProduct | undefined;
  substitute: NeededProduct | undefined;
}

export interface RecipeView {
  head: PageHead;
  slug: string;
  text: RecipeText;
  /** Where the text is in another language than the page. */
  lang: Locale | undefined;
  updated: string;
  published: string;
  makes: Recipe['makes'];
  minutes: Recipe['minutes'];
  care: Care[];
  picture: string | null;
  ingredients: IngredientView[];
}

export interface RecipeCardView {
  path: string;
  title: string;
  description: string;
  /** Where the words are in another language than the page. */
  lang: Locale | undefined;
  minutes: number;
  makes: Recipe['makes'];
  picture: string | null;
}

export interface RecipesView {
  head: PageHead;
  recipes: RecipeCardView[];
}

type Products = ReadonlyMap<string, ProductSummary>;

/** The picture of the named product, otherwise that of the first ingredient that has one. */
function pictureOf({ picture, ingredients }: Recipe, products: Products): string | null {
  const codes = [picture, ...ingredients.map(({ code }) => code)];
  return codes.map((code) => code && products.get(code)?.picture).find(Boolean) || null;
}

const needed = (code: string | undefined, { amount, equals }: Ingredient, products: Products) => {
  const product = code === undefined ? undefined : products.get(code);
  return product && { product, packs: packsFor(equals ?? amount, product) };
};

export function viewOf(recipe: Recipe, locale: Locale, products: Products): RecipeView {
  const { slug, updated, published, makes, minutes, care, ingredients } = recipe;
  const { text, lang } = textIn(recipe.texts, locale);
  const picture = pictureOf(recipe, products);
  return {
    head: worded(
      {
        title: text.title,
        description: text.description,
        path: pages.recipe(slug),
        languages: languagesOf(recipe.texts),
        image: productPreview(picture, text.title),
      },
      { title: text.seo_title },
    ),
    slug,
    text,
    lang,
    updated,
    published,
    makes,
    minutes,
    care,
    picture,
    ingredients: ingredients.map((ingredient) => {
      const name = textIn(ingredient.names, locale);
      return {
        name: name.text,
        lang: name.lang,
        amount: ingredient.amount,
        product: needed(ingredient.code, ingredient, products),
        substitute: needed(ingredient.substitute, ingredient, products),
      };
    }),
  };
}

const inEveryLocale = async <E>(
  ctx: Context,
  entriesOf: (language: {
    locale: Locale;
    categories: Awaited<ReturnType<typeof findCategories>>;
    products: Products;
    recipes: Recipe[];
  }) => E[],
): Promise<E[]> => {
  const recipes = await loadRecipes(ctx);
  const perLocale = LOCALE_CODES.map(async (locale) => {
    const [categories, all] = await Promise.all([findCategories(ctx.db.read, locale), allProducts(ctx, locale)]);
    return entriesOf({ locale, categories, products: new Map(all.map((product) => [product.code, product])), recipes });
  });
  return (await Promise.all(perLocale)).flat();
};

export const recipePages = (ctx: Context) =>
  inEveryLocale(ctx, ({ recipes, products, ...language }) =>
    recipes.map((recipe) => entry(language, { recipe: recipe.slug }, viewOf(recipe, language.locale, products))),
  );

/** The overview. A shop without recipes has none. */
export const recipesPages = (ctx: Context) =>
  inEveryLocale(ctx, ({ recipes, products, ...language }) => {
    if (recipes.length === 0) return [];
    const { locale } = language;
    const t = translator(locale);
    const cards = recipes.map((recipe): RecipeCardView => {
      const { text, lang } = textIn(recipe.texts, locale);
      return {
        path: pages.recipe(recipe.slug),
        title: text.title,
        description: text.description,
        lang,
        minutes: totalMinutes(recipe),
        makes: recipe.makes,
        picture: pictureOf(recipe, products),
      };
    });
    const view: RecipesView = {
      head: {
        title: t('recipes:title'),
        description: t('recipes:description'),
        path: pages.recipes(),
        image: productPreview(cards[0]!.picture, cards[0]!.title),
      },
      recipes: cards.sort((a, b) => a.title.localeCompare(b.title, locale)),
    };
    return [entry(language, {}, view)];
  });
