/** A preview of a product's page after a publication. Writes nothing and waits for no lock. */
import { referencePrice } from '#src/features/catalogue/price.ts';
import type { Category, ProductDetail } from '#src/features/catalogue/product.ts';
import { toDetail, viewIn, type DetailRow } from '#src/features/catalogue/server/product-view.ts';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import { findRecalledCodes } from '#src/features/catalogue/server/recalled.repository.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import { slugify, uniqueSlug } from '#src/features/catalogue/slug.ts';
import { DEFAULT_LOCALE, FALLBACK_LOCALE, type Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import type { Result } from '#src/shared/result.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import { versionDigest, picturesOf, type Fields } from './catalogue-fields.ts';
import { findPriceHistory, findShown, findSlugOwners } from './catalogue-read.repository.ts';
import { compileEntry } from './compile-product.ts';
import { unlessRefused } from './catalogue-lock.ts';
import { findPendingCategories } from './pending-categories.ts';
import { placeTargets } from './publish.service.ts';
import { lockOf } from './sales-lock.service.ts';
import { findStoredPictures } from './sources.repository.ts';
import { presentPrice, refuseTakenSlugs } from './write-catalogue.ts';

export interface ProductPreview {
  product: ProductDetail;
  category: Category;
}

/** The preview of this version of a product, or why it cannot be published. */
export const previewProduct = (
  ctx: Context,
  row: CatalogueSourceRow,
  fields: Fields,
  locale: Locale,
): Promise<Result<ProductPreview, Mistake[]>> =>
  unlessRefused(
    ctx.db.snapshot(async (reader) => {
      const categories = [...(await findCategories(reader, locale)), ...(await findPendingCategories(reader, locale))];
      const slugs = new Set(categories.map(({ slug }) => slug));
      const to = versionDigest(fields);
      const [placed] = (await placeTargets(reader, [{ row, to }], new Map([[to, fields]]), slugs)).values();
      const entry = compileEntry(placed!, await findStoredPictures(reader, picturesOf(fields)));
      const shown = await findShown(reader, row.key);
      const isRecalled = (await findRecalledCodes(reader)).includes(row.key);
      const product = toDetail(
        {
          ...entry.columns,
          ...lockOf(entry.columns, shopConditions(ctx.shop), ctx.config.salesLock, isRecalled),
          ...textsIn(entry.texts, locale),
          id: shown?.id ?? 0,
          slug: await slugOf(reader, entry, { ...placed!, shown: shown?.slug }),
          reference_price_cents: await referenceOf(reader, entry, shown, ctx.now().toISOString()),
          quantity_available: shown?.quantity_available ?? row.first_quantity ?? 0,
        },
        viewIn(ctx, locale),
      );
      return { product, category: categories.find(({ slug }) => slug === product.categorySlug)! };
    }),
  );

/** Chooses languages like the repository's queries. */
function textsIn(
  texts: CatalogueEntry['texts'],
  locale: Locale,
): Pick<DetailRow, 'subtitle' | 'subtitleLocale' | 'info' | 'infoLocale' | 'picture_alts'> {
  const of = (language: Locale) => texts.find((text) => text.locale === language)!;
  const choose = (column: 'subtitle' | 'info_html') =>
    [of(locale), of(FALLBACK_LOCALE)].find((text) => text[column] !== '') ?? of(DEFAULT_LOCALE);
  const [subtitle, info] = [choose('subtitle'), choose('info_html')];
  return {
    subtitle: subtitle.subtitle,
    subtitleLocale: subtitle.locale,
    info: info.info_html,
    infoLocale: info.locale,
    picture_alts: of(locale).picture_alts,
  };
}

async function slugOf(
  db: Reader,
  entry: CatalogueEntry,
  { file, line, shown }: { file: string; line: number; shown: string | undefined },
): Promise<string> {
  const { chosenSlug, columns } = entry;
  if (chosenSlug) refuseTakenSlugs([{ ...entry, file, line }], await findSlugOwners(db, chosenSlug));
  const known = chosenSlug ?? shown;
  if (known !== undefined) return known;
  const owners = await findSlugOwners(db, slugify(columns.product_name) || slugify(columns.cod_catalog));
  return uniqueSlug(columns.product_name, columns.cod_catalog, new Set(owners.keys()));
}

/** The struck-through price, with the price that the publication would append to the history. */
async function referenceOf(
  db: Reader,
  { columns }: CatalogueEntry,
  shown: Awaited<ReturnType<typeof findShown>>,
  now: string,
): Promise<number | null> {
  if (!shown) return null;
  const isSame =
    shown.real_price_cents === columns.real_price_cents && shown.discount_percent === columns.discount_percent;
  if (isSame) return shown.reference_price_cents;
  const { valid_from, discount_percent, price_cents } = presentPrice(shown.id, columns, now);
  const history = (await findPriceHistory(db, [shown.id])).get(shown.id) ?? [];
  return (
    referencePrice([...history, { validFrom: valid_from, discountPercent: discount_percent, price: price_cents }]) ??
    null
  );
}
