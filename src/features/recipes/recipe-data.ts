import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import { formatNumber } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { jsonInScript } from '#src/shared/json-in-script.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { isoDuration } from './format.ts';
import type { Amount } from './recipe.ts';
import type { RecipeView } from './server/recipes.pages.ts';

/** "500 g", "2 EL", "3": spoons are abbreviated as each language does. */
export const unitName = (t: Translate, { unit }: Amount): string =>
  unit === undefined ? '' : unit === 'tbsp' || unit === 'tsp' ? t(`recipes:units.${unit}`) : unit;

/** What follows the amount: "black beans", in Portuguese "de feijão-preto". Counted things need no "de". */
export const nameAfter = (t: Translate, amount: Amount | undefined, name: string): string =>
  amount?.unit ? t('recipes:measured', { name }) : name;

const written = (t: Translate, amount: Amount | undefined): string =>
  amount ? [formatNumber(amount.value), unitName(t, amount)].filter(Boolean).join(' ') : '';

/** The recipe for search engines, in schema.org's vocabulary. The shop is its author: no person is named. */
export function recipeData(view: RecipeView, t: Translate, shopName: string, locale: Locale, site: URL): string {
  const { text, lang = locale, minutes, makes, picture, ingredients, published, updated, slug } = view;
  return jsonInScript({
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: text.title,
    description: text.description,
    url: new URL(localised(locale, pages.recipe(slug)), site).href,
    image: picture ? new URL(fallbackImage(picture), site).href : undefined,
    author: { '@type': 'Organization', name: shopName },
    inLanguage: lang,
    datePublished: published,
    dateModified: updated,
    recipeCuisine: t('recipes:cuisine'),
    recipeYield: t(`recipes:makes.${makes.of}`, { count: makes.count }),
    prepTime: isoDuration(minutes.prep),
    cookTime: minutes.cook > 0 ? isoDuration(minutes.cook) : undefined,
    totalTime: isoDuration(minutes.prep + minutes.cook + minutes.wait),
    keywords: text.keywords.join(', ') || undefined,
    recipeIngredient: ingredients.map(({ amount, name }) =>
      [written(t, amount), nameAfter(t, amount, name)].filter(Boolean).join(' '),
    ),
    recipeInstructions: text.steps.map((step) => ({ '@type': 'HowToStep', text: step })),
  });
}
