import { sql } from 'kysely';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';
import { asksForLot } from '../asks-for-lot.ts';
import type { Kind, ProductFacts } from '../facts.ts';
import { traitsOf } from '../traits.ts';
import { findOrigins } from './lots/short-dated.repository.ts';
import { labelIn } from './product-view.ts';

/** What a person who packs needs to recognise a product. */
export interface PackedProduct {
  ean: string | null;
  picture: string | null;
  /** Brand, variant and content, such as "Marca, Lavanda, 90 g". */
  size: string;
  /** How a variant is called in the reader's language; '' for none. */
  label: string;
  /** How it is called in each language. */
  labels: string[];
  /** Whether its lot is noted with each parcel. */
  asksForLot: boolean;
}

/** The products of an order's lines, by id; the variants in this language. */
export async function findPackedProducts(
  db: Reader,
  locale: Locale,
  ids: number[],
): Promise<Map<number, PackedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['id', 'product_name', 'ean', 'picture', 'brand', 'net_quantity', 'net_unit', 'variant_labels'])
    .select(['kind', 'facts'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('shipment_lots as s')
          .select('s.lot')
          // Also as a part of a set: `SET-001/BEB-001`.
          .where(
            sql<boolean>`s.cod_catalog = products.cod_catalog or s.cod_catalog like '%/' || products.cod_catalog
              or s.cod_catalog like '%/' || products.cod_catalog || '/%'`,
          ),
      ).as('has_noted_lot'),
    )
    .where('id', 'in', ids)
    .execute();
  // Units sold until their date have the bar code of the product that they come from.
  const origins = await findOrigins(
    db,
    rows.filter(({ ean }) => ean === null).map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        label: labelIn(row.variant_labels, locale),
        ean: row.ean ?? origins.get(row.id)?.ean ?? null,
        picture: row.picture,
        size: traitsOf({
          name: row.product_name,
          brand: row.brand,
          subtitle: '',
          variantLabel: labelIn(row.variant_labels, locale),
          netQuantity: { value: row.net_quantity, unit: row.net_unit },
        }),
        labels: LOCALE_CODES.map((code) => labelIn(row.variant_labels, code)).filter((label) => label !== ''),
        asksForLot: asksForLot({
          kind: row.kind as Kind,
          facts: JSON.parse(row.facts) as ProductFacts,
          hasNotedLot: Boolean(row.has_noted_lot),
        }),
      },
    ]),
  );
}

/** A line's name without the variant in the buyer's language. */
export function nameWithout(labels: readonly string[], name: string): string {
  const label = labels.find((own) => name.endsWith(`, ${own}`));
  return label === undefined ? name : name.slice(0, -`, ${label}`.length);
}

export interface NamedLine {
  name: string;
  productId: number;
}

export type LineName = (line: NamedLine) => string;

/** How a person reads the names of an order's lines: the variant is in this language, not in the buyer's. */
export async function findLineNames(db: Reader, locale: Locale, lines: readonly NamedLine[]): Promise<LineName> {
  const ids = lines.map(({ productId }) => productId);
  const products = await findPackedProducts(db, locale, ids);
  return ({ name, productId }) => {
    const { labels = [], label = '' } = products.get(productId) ?? {};
    const own = nameWithout(labels, name);
    return own === name || !label ? name : `${own}, ${label}`;
  };
}
