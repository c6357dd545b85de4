import type { Locale } from '#src/i18n/locales.ts';
import { depositOf, isBasePriceExempt, singleUseDeposit } from '#src/features/catalogue/derived-duties.ts';
import { discountedPrice } from '#src/features/catalogue/price.ts';
import { markdownProblem } from '#src/server/content/markdown-limits.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import { toCents } from '#src/shared/money.ts';
import type { Mistake, Reason } from '#src/server/content/mistake.ts';
import { toDutyProduct } from '../catalogue-entry.ts';
import { textField } from '../catalogue-fields.ts';
import type { CatalogueFiles, Placed } from '../import/catalogue-files.ts';
import { brokenAdvice, brokenLetters } from '../cells.ts';
import type { PictureRow, PriceRow, ProductRow } from '../product-row.ts';

/** Checks rules that concern several rows together. `today` is an ISO date. */
export function checkCatalogue(files: CatalogueFiles, knownCategories: ReadonlySet<string>, today: string): Mistake[] {
  const { products, prices, categories, alts, texts } = files;
  const slugs = new Set(categories?.map(({ row }) => row.slug) ?? knownCategories);
  return [
    ...duplicates(categories ?? [], 'slug'),
    ...checkProducts(products, slugs),
    ...prices
      .filter(({ row }) => row.valid_from.slice(0, today.length) > today)
      .map((at) => mistake(at, 'valid_from', 'lies in the future. Write a day up to today.')),
    ...checkOrder(prices),
    ...prices.flatMap(checkPrice),
    ...secondAlts(alts),
    ...[...texts].flatMap(([code, byLocale]) => checkTexts(byLocale, (locale) => `${code}.${locale}.md`)),
  ];
}

/** Broken letters, and HTML that a product's page would leave out. `fileOf`: the file of a language. */
export function checkTexts(texts: Partial<Record<Locale, string>>, fileOf: (locale: Locale) => string): Mistake[] {
  return (Object.entries(texts) as [Locale, string][]).flatMap(([locale, markdown]): Mistake[] => {
    const place = { file: fileOf(locale), field: textField(locale) };
    const letters = brokenLetters(markdown);
    if (letters !== undefined)
      return [{ ...place, message: brokenAdvice(letters), reason: { key: 'brokenLetters', values: { letters } } }];
    // Rendering thousands of texts takes seconds; without these characters nothing can be removed. `placeProduct`
    // refuses texts that must not be rendered.
    const isRendered = /[<[]/.test(markdown) && !markdownProblem(markdown);
    const tags = isRendered ? renderMarkdown(markdown).removed.join(' ') : '';
    if (tags === '') return [];
    const message = `contains what the shop does not show: ${tags}. Remove it, or write it in Markdown.`;
    return [{ ...place, message, reason: { key: 'htmlRemoved', values: { tags } } }];
  });
}

/** Checks products by themselves and together. `slugs`: of the categories. */
export function checkProducts(products: Placed<ProductRow>[], slugs: ReadonlySet<string>): Mistake[] {
  return [
    ...duplicates(products, 'cod_catalog'),
    ...duplicates(products, 'ean'),
    ...duplicates(products, 'slug'),
    ...products
      .filter(({ row }) => !slugs.has(row.category_product))
      .map((at) =>
        mistake(
          at,
          'category_product',
          `"${at.row.category_product}" is not a category. Write one of: ${[...slugs].join(', ')}; ` +
            'or add it to categories.csv.',
          { key: 'unknownShelf', values: { slug: at.row.category_product } },
        ),
      ),
    ...products.flatMap(checkPrice),
    ...products.filter(({ absent }) => !absent).flatMap(checkProduct),
  ];
}

/** A small price and a large discount are both valid, but nobody can pay 0 cents. */
function checkPrice(at: Placed<Pick<ProductRow, 'real_price' | 'discount'>>): Mistake[] {
  const { real_price: realPrice, discount } = at.row;
  if (discountedPrice(toCents(realPrice), discount) > 0) return [];
  return [
    mistake(at, 'discount', `${discount} % makes the price 0. Write a smaller discount or a higher price.`, {
      key: 'priceZero',
    }),
  ];
}

function checkProduct(at: Placed<ProductRow>): Mistake[] {
  const { row } = at;
  const found: Mistake[] = [];
  const netGrams = { g: row.net_quantity, kg: row.net_quantity * 1000 }[row.net_unit as string] ?? Infinity;
  if (row.drained_weight && row.drained_weight > netGrams)
    found.push(
      mistake(
        at,
        'drained_weight',
        `${row.drained_weight} g is more than the content. Write what is left without the liquid.`,
        {
          key: 'drainedTooMuch',
        },
      ),
    );
  if (row.alcohol_percent && row.age_limit === 0)
    found.push(
      mistake(at, 'age_limit', 'is needed for drinks with alcohol. Write 16 (beer, wine) or 18 (spirits).', {
        key: 'ageNeeded',
      }),
    );
  if (row.sold_until && !row.variant_of)
    found.push(
      mistake(at, 'sold_until', 'is for variants only. Write variant_of, or leave it empty.', {
        key: 'soldUntilAlone',
      }),
    );
  found.push(...contradictions(at), ...contradictedFacets(at));
  for (const [part, whole] of [
    ['saturated_fat_g', 'fat_g'],
    ['sugar_g', 'carbohydrate_g'],
  ] as const)
    if ((row[part] ?? 0) > (row[whole] ?? 100))
      found.push(
        mistake(at, part, `is more than ${whole}. Compare with the label.`, {
          key: 'moreThanWhole',
          values: { whole },
        }),
      );
  return found;
}

const ANIMAL_ALLERGENS = ['crustaceans', 'egg', 'fish', 'milk', 'molluscs'];
const KILLED = ['crustaceans', 'fish', 'molluscs'];

/** A filter must not promise what another column denies. */
function contradictedFacets(at: Placed<ProductRow>): Mistake[] {
  const { row } = at;
  const allergens = row.allergens?.split(' ') ?? [];
  const origin = row.animal_origin ?? 'none';
  const isOf = (some: readonly string[]) => allergens.some((allergen) => some.includes(allergen));
  const found: Mistake[] = [];
  const denied = (field: string, by: string) =>
    found.push(
      mistake(at, field, `contradicts ${by}. Compare both with the label.`, {
        key: 'contradicts',
        values: { whole: by },
      }),
    );
  if (row.vegan === 'yes' && origin !== 'none') denied('vegan', 'animal_origin');
  if (row.vegan === 'yes' && isOf(ANIMAL_ALLERGENS)) denied('vegan', 'allergens');
  if (row.vegan === 'yes' && row.vegetarian === 'no') denied('vegan', 'vegetarian');
  if (row.vegetarian === 'yes' && /^(?:meat|pork|fish|farmed-fish)$/.test(origin))
    denied('vegetarian', 'animal_origin');
  if (row.vegetarian === 'yes' && isOf(KILLED)) denied('vegetarian', 'allergens');
  if (origin === 'egg' && row.allergens !== undefined && !isOf(['egg'])) denied('allergens', 'animal_origin');
  if (origin === 'dairy' && row.allergens !== undefined && !isOf(['milk'])) denied('allergens', 'animal_origin');
  if (
    /^(?:fish|farmed-fish)$/.test(origin) &&
    row.allergens !== undefined &&
    !isOf(['fish', 'crustaceans', 'molluscs'])
  )
    denied('allergens', 'animal_origin');
  // Bold print marks allergens (LMIV art. 21).
  if (row.allergens === 'none' && /\*\*\S/.test(row.ingredients_de ?? '')) denied('allergens', 'ingredients_de');
  return found;
}

/** Columns that contradict the facts that determine them. */
function contradictions(at: Placed<ProductRow>): Mistake[] {
  const { row } = at;
  const product = toDutyProduct(row);
  const deposit = depositOf(product);
  const found: Mistake[] = [];
  if (row.deposit !== undefined && deposit !== undefined && toCents(row.deposit) !== deposit)
    found.push(
      mistake(
        at,
        'deposit',
        `contradicts packaging, drink_kind and volume: the deposit is ${deposit / 100}. Empty it (§ 46 VerpackDG).`,
        {
          key: 'depositContradicts',
          values: { deposit: deposit / 100 },
        },
      ),
    );
  const isSingleUse = !product.facts.reusable && deposit === undefined;
  if (isSingleUse && row.deposit && toCents(row.deposit) !== singleUseDeposit(product.facts))
    found.push(
      mistake(
        at,
        'deposit',
        'is not a single-use deposit. Write 0.25 for each of its packs; other deposits need "yes" in reusable.',
        {
          key: 'depositUnusual',
        },
      ),
    );
  if (row.base_price === 'exempt' && isBasePriceExempt(product) === false)
    found.push(
      mistake(
        at,
        'base_price',
        'contradicts cosmetic_class, oil_vol and ethanol_vol: the base price is due. Empty it (§ 4(3) PAngV).',
        {
          key: 'basePriceDue',
        },
      ),
    );
  return found;
}

/** Checks that a product's price rows are in order of time, with one price a day. */
function checkOrder(prices: Placed<PriceRow>[]): Mistake[] {
  return [...Map.groupBy(prices, ({ row }) => row.cod_catalog).values()].flatMap((history) =>
    history
      .filter((at, index) => index > 0 && at.row.valid_from <= history[index - 1]!.row.valid_from)
      .map((at) =>
        mistake(at, 'valid_from', 'must be later than in the row before. Put the rows in order of time, one a day.'),
      ),
  );
}

/** Each picture has at most one row of text alternatives. */
const secondAlts = (alts: Placed<PictureRow>[]): Mistake[] =>
  [...Map.groupBy(alts, ({ row }) => `${row.cod_catalog} ${row.picture}`).values()].flatMap(([first, ...others]) =>
    others.map((at) =>
      mistake(at, 'picture', `is already in ${first!.file}:${first!.line}. Write one row for each picture.`),
    ),
  );

function duplicates<T extends object>(rows: Placed<T>[], field: keyof T & string): Mistake[] {
  const first = new Map<unknown, Placed<T>>();
  return rows.flatMap((at) => {
    const value = at.row[field];
    if (value === undefined) return [];
    const earlier = first.get(value);
    if (!earlier) first.set(value, at);
    return earlier
      ? [mistake(at, field, `"${String(value)}" is already in ${earlier.file}:${earlier.line}. It must be unique.`)]
      : [];
  });
}

const mistake = ({ file, line }: Placed<unknown>, field: string, message: string, reason?: Reason): Mistake => ({
  file,
  line,
  field,
  message,
  reason,
});
