import { beforeAll, describe, expect, it } from 'vitest';
import { toCents } from '#src/shared/money.ts';
import { basePrice, discountedPrice, referencePrice } from '#src/features/catalogue/price.ts';
import { dutyOf } from '#src/features/editing/server/catalogue-entry.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { ProductRow } from '#src/features/editing/server/product-row.ts';
import { readDemoCatalogue, type DemoCatalogue } from '../../../support/catalogue/demo-catalogue.ts';
import { DEMO_LOCALES } from '../../../support/texts/demo-languages.ts';

let demo: DemoCatalogue;
let products: ProductRow[];
beforeAll(async () => {
  demo = await readDemoCatalogue();
  products = demo.files.products.map(({ row }) => row);
});

const codesOf = (rows: ProductRow[]) => rows.map((row) => row.cod_catalog);
/** The codes of products that break a rule. */
const except = (rule: (row: ProductRow) => boolean) => codesOf(products.filter((row) => !rule(row)));
const differ = (texts: (string | undefined)[]) =>
  texts.every((text) => text?.trim()) && new Set(texts).size === texts.length;

describe('the demo catalogue', () => {
  it('passes the catalogue check without a mistake', () => {
    expect(demo.mistakes.map(describeMistake)).toEqual([]);
  });

  it('has at least 8 products in each of its 19 categories', () => {
    const shelves = demo.files.categories?.map(({ row }) => row.slug) ?? [];
    expect(shelves).toHaveLength(19);
    expect(shelves.filter((shelf) => products.filter((row) => row.category_product === shelf).length < 8)).toEqual([]);
  });

  it('describes every product in three languages, without copies between them', () => {
    const texts = (row: ProductRow) => DEMO_LOCALES.map((locale) => demo.files.texts.get(row.cod_catalog)?.[locale]);
    expect(except((row) => differ(texts(row)))).toEqual([]);
    expect(except((row) => differ([row.subtitle_pt, row.subtitle_de, row.subtitle_en]))).toEqual([]);
  });

  it('describes every product in different words', () => {
    const texts = [...demo.files.texts.values()].flatMap((byLocale) => Object.values(byLocale));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('has a few products without a picture, to show how the shop handles them', () => {
    const bare = except((row) => demo.files.pictures.has(row.cod_catalog));
    expect(bare.length).toBeGreaterThanOrEqual(1);
    expect(bare.length).toBeLessThanOrEqual(3);
  });
});

describe('the demo catalogue’s honesty', () => {
  it('marks each drawing as one, so that it is not mistaken for a photo', () => {
    const isDrawn = (row: ProductRow) =>
      demo.files.pictures.get(row.cod_catalog)?.some((file) => file.endsWith('.svg')) ?? false;
    expect(except((row) => (row.picture_kind === 'drawing') === isDrawn(row))).toEqual([]);
  });

  it('labels no product as hygiene goods without describing its seal', () => {
    expect(except((row) => row.withdrawal !== 'sealed-hygiene' || row.seal_de !== undefined)).toEqual([]);
  });

  it('includes a deposit on the can of soft drink, the can of beer and the coconut water', () => {
    expect(codesOf(products.filter((row) => dutyOf(row).deposit > 0))).toEqual(['BEB-001', 'BEB-009', 'BEB-010']);
  });
});

describe('the demo catalogue’s prices', () => {
  it('include a base price where the law requires one', () => {
    const due = products.filter((row) => row.net_unit !== 'piece' && !dutyOf(row).isBasePriceExempt && !isTiny(row));
    expect(due.length).toBeGreaterThan(100);
    expect(due.filter((row) => !basePriceOf(row))).toEqual([]);
  });

  it('omit the base price only for pieces, below 10 g or ml, and for exempt goods', () => {
    const none = products.filter((row) => !basePriceOf(row));
    expect(codesOf(none.filter((row) => row.kind === 'food' && row.net_unit !== 'piece'))).toEqual([]);
  });

  it('are reduced for at least 20 products, each from a price in its history', () => {
    const reduced = products.filter((row) => row.discount > 0);
    expect(reduced.length).toBeGreaterThanOrEqual(20);
    expect(codesOf(reduced.filter((row) => referencePriceOf(row) === undefined))).toEqual([]);
  });

  it('include 19 % VAT for cosmetics and alcohol', () => {
    expect(except((row) => row.vat_rate === 19 || (row.kind !== 'cosmetic' && !row.alcohol_percent))).toEqual([]);
  });
});

describe('the demo catalogue’s stock', () => {
  const withStock = (min: number, max: number) =>
    products.filter(({ quantity_available }) => quantity_available >= min && quantity_available <= max);

  it('has at least 12 sold-out products and 12 with few units', () => {
    expect(withStock(0, 0).length).toBeGreaterThanOrEqual(12);
    expect(withStock(2, 9).length).toBeGreaterThanOrEqual(12);
  });
});

const isTiny = ({ net_quantity, net_unit }: ProductRow) =>
  net_quantity < (net_unit === 'g' || net_unit === 'ml' ? 10 : 0.01);

const basePriceOf = (row: ProductRow) =>
  basePrice({
    price: discountedPrice(toCents(row.real_price), row.discount),
    netQuantity: row.net_quantity,
    netUnit: row.net_unit,
    drainedWeight: row.drained_weight ?? null,
    exempt: dutyOf(row).isBasePriceExempt,
  });

const referencePriceOf = ({ cod_catalog }: ProductRow) =>
  referencePrice(
    demo.files.prices
      .filter(({ row }) => row.cod_catalog === cod_catalog)
      .map(({ row }) => ({
        validFrom: `${row.valid_from}T00:00:00.000Z`,
        discountPercent: row.discount,
        price: discountedPrice(toCents(row.real_price), row.discount),
      })),
  );
