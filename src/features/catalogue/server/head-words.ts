/** What editors wrote for search engines about products and categories. */
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { worded, type HeadWords, type PageHead } from '#src/shared/page-head.ts';
import { pages } from '#src/shared/paths.ts';
import { productPreview } from '../pictures/picture.ts';
import type { Category, ProductDetail } from '../product.ts';
import { fullName } from '../variants/families.ts';

/** The columns of the editors' tables. */
export const headTitleColumn = (locale: Locale) => `seo_title_${LOCALES[locale].csv}` as const;
export const headDescriptionColumn = (locale: Locale) => `seo_description_${LOCALES[locale].csv}` as const;

export const HEAD_COLUMNS = LOCALE_CODES.flatMap((locale) => [headTitleColumn(locale), headDescriptionColumn(locale)]);

type HeadCells = Partial<Record<(typeof HEAD_COLUMNS)[number], string | undefined>>;

/** The words as the database stores them: JSON by column, without empty ones. */
export const storedHeadWords = (cells: HeadCells): string =>
  JSON.stringify(
    Object.fromEntries(HEAD_COLUMNS.flatMap((column) => (cells[column] ? [[column, cells[column]]] : []))),
  );

export const readHeadCells = (stored: string): HeadCells => JSON.parse(stored) as HeadCells;

/** The words in exactly this language; undefined without any. A page never shows those of another language. */
export function headWordsIn(stored: string, locale: Locale): HeadWords | undefined {
  if (stored === '{}') return undefined;
  const cells = readHeadCells(stored);
  const [title, description] = [cells[headTitleColumn(locale)], cells[headDescriptionColumn(locale)]];
  return title || description ? { ...(title && { title }), ...(description && { description }) } : undefined;
}

export const productHead = (product: ProductDetail, category: Category): PageHead =>
  worded(
    {
      title: fullName(product),
      description: product.subtitle || `${product.name}, ${category.label}`,
      path: pages.product(product.slug),
      image: productPreview(product.picture, product.pictureAlts[0] || product.name),
      categorySlug: product.categorySlug,
    },
    product.headWords,
  );
