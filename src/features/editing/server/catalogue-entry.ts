import { createHash } from 'node:crypto';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { fold } from '#src/shared/fold.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { depositOf, isBasePriceExempt } from '#src/features/catalogue/derived-duties.ts';
import { facetsOf } from '#src/features/catalogue/facets.ts';
import { FACTS, NUTRIENTS, type Fact, type ProductFacts } from '#src/features/catalogue/facts.ts';
import { storedHeadWords } from '#src/features/catalogue/server/head-words.ts';
import { discountedPrice } from '#src/features/catalogue/price.ts';
import type { PictureAlts } from './catalogue-fields.ts';
import { subtitleColumn, variantColumn, type ProductRow } from './product-row.ts';
import { renderBold } from './rich-text.ts';

/** A product as the database stores it, without id, slug and price history. */
export type CatalogueEntry = ReturnType<typeof toEntry>;

/** The rank of unranked products, which places them after all ranked ones. */
const UNRANKED = 10_000;

interface StoredPicture {
  name: string;
  alts: PictureAlts;
}

/** `infoHtml`: the product's own texts, rendered. */
export function toEntry(row: ProductRow, infoHtml: Partial<Record<Locale, string>>, pictures: StoredPicture[]) {
  const [picture, ...morePictures] = pictures.map(({ name }) => name);
  const realPrice = toCents(row.real_price);
  const columns = {
    cod_catalog: row.cod_catalog,
    product_name: row.product_name,
    brand: row.brand ?? null,
    category_slug: row.category_product,
    kind: row.kind,
    ean: row.ean ?? null,
    real_price_cents: realPrice,
    discount_percent: row.discount,
    price_cents: discountedPrice(realPrice, row.discount),
    vat_rate: row.vat_rate,
    deposit_cents: dutyOf(row).deposit,
    age_limit: row.age_limit,
    withdrawal: row.withdrawal,
    net_quantity: row.net_quantity,
    net_unit: row.net_unit,
    drained_weight_g: row.drained_weight ?? null,
    base_price_exempt: dutyOf(row).isBasePriceExempt ? 1 : 0,
    rank: row.rank ?? UNRANKED,
    sort_name: fold(row.product_name),
    picture: picture ?? null,
    facts: JSON.stringify(toFacts(row)),
  };
  const texts = LOCALE_CODES.map((locale) => ({
    locale,
    subtitle: row[subtitleColumn(locale)] ?? '',
    info_html: infoHtml[locale] ?? '',
  }));
  const alts = pictures.map((one) => one.alts);
  const family = { variant_of: row.variant_of ?? null, variant_labels: JSON.stringify(variantLabels(row)) };
  const isInFamily = family.variant_of !== null || family.variant_labels !== '{}';
  const headWords = storedHeadWords(row);
  const hasAlts = alts.some((one) => Object.keys(one).length > 0);
  const digest = createHash('sha256')
    // Omitted when empty, so that products without them keep the digest of earlier releases.
    .update(
      JSON.stringify([
        columns,
        texts,
        row.slug ?? null,
        ...(morePictures.length > 0 ? [morePictures] : []),
        ...(hasAlts ? [{ alts }] : []),
        ...(isInFamily ? [family] : []),
        ...(headWords === '{}' ? [] : [{ headWords }]),
      ]),
    )
    .digest('base64url');
  return {
    // What follows from the facts is in the digest with them.
    columns: {
      ...columns,
      listed: facetsOf(toFacts(row)).join(' '),
      sold_until: toFacts(row).soldUntil ?? null,
      ...family,
      head_words: headWords,
      more_pictures: JSON.stringify(morePictures),
      digest,
    },
    texts: texts.map((text) => ({
      ...text,
      picture_alts: JSON.stringify(hasAlts ? alts.map((one) => one[text.locale] ?? '') : []),
    })),
    chosenSlug: row.slug,
    /** Initial stock of a new product; undefined: the editors' files name none. */
    initialQuantity: row.quantity_available as number | undefined,
  };
}

/** What differs from the family's other products, by language; empty: the net content. */
export const variantLabels = (row: ProductRow): Partial<Record<Locale, string>> =>
  Object.fromEntries(
    LOCALE_CODES.flatMap((locale) => {
      const label = row[variantColumn(locale)];
      return label ? [[locale, label]] : [];
    }),
  );

/** Derived from the facts, otherwise from the columns `deposit` and `base_price`. */
export function dutyOf(row: ProductRow): { deposit: Cents; isBasePriceExempt: boolean } {
  const product = toDutyProduct(row);
  return {
    deposit: depositOf(product) ?? toCents(row.deposit ?? 0),
    isBasePriceExempt: isBasePriceExempt(product) ?? row.base_price === 'exempt',
  };
}

export const toDutyProduct = (row: ProductRow) => ({
  kind: row.kind,
  facts: toFacts(row),
  netQuantity: { value: row.net_quantity, unit: row.net_unit },
});

function toFacts(row: ProductRow): ProductFacts {
  const nutrition = readFacts(row, NUTRIENTS);
  return { ...readFacts(row, FACTS), ...(Object.keys(nutrition).length > 0 ? { nutrition } : {}) };
}

/** The facts of a table with a value in the row. */
function readFacts(row: ProductRow, table: Record<string, Fact>): Record<string, string | number> {
  const cells = row as Record<string, string | number | undefined>;
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { column, cell }]) => {
      const value = cells[column];
      if (value === undefined) return [];
      return [[name, cell.type === 'boldText' ? renderBold(String(value)) : value]];
    }),
  );
}
