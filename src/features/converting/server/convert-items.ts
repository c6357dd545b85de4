/** Makes this shop's rows, texts and pictures from another shop's products. Reads and writes no file. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { slugify, uniqueSlug } from '#src/features/catalogue/slug.ts';
import { LENGTHS, MOST_PICTURES, altColumn, variantColumn } from '#src/features/editing/server/product-row.ts';
import { MOST_VARIANTS } from '#src/features/catalogue/variants/variant.ts';
import type { NetQuantity } from '#src/features/catalogue/price.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { toEuro } from '#src/shared/money.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { keyOf, sourceMistake, type Redirect } from '#src/features/redirects/redirects.ts';
import type { ForeignItem, Notice, NoticeKind } from '../foreign-item.ts';
import type { OwnProduct } from './converting.repository.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { SKIP, type MappedCategory } from './mapping.ts';
import {
  codeOf,
  contentIn,
  cut,
  isOfSeveral,
  oneLine,
  readContent,
  readEan,
  readGrams,
  readPrice,
  readUnits,
  readVatRate,
} from './read-cells.ts';

export type Cells = Record<string, string>;

export interface ConvertedProduct {
  code: string;
  cells: Cells;
  /** Markdown, '' without a text. */
  text: string;
  /** File names of the other shop, in the order of the page. */
  pictures: { source: string; alt: string }[];
  line: number;
}

/** A product of the other shop whose code another product of this shop has. */
interface CodeConflict {
  code: string;
  /** In the other shop. */
  name: string;
  /** In this shop. */
  own: string;
}

export interface Conversion {
  /** Without those whose code another product of this shop has, unless they overwrite it. */
  products: ConvertedProduct[];
  conflicts: CodeConflict[];
  redirects: Redirect[];
  notices: Notice[];
}

interface Options {
  /** The language of the other shop's texts. */
  locale: Locale;
  mapping: readonly MappedCategory[];
  /** This shop's products by their codes. */
  own: ReadonlyMap<string, OwnProduct>;
  /** Slugs that a product has or had. */
  taken: ReadonlySet<string>;
  /** Codes of products of this shop that may become another product. */
  overwrites?: readonly string[] | undefined;
}

const SLICE_MS = 8;

/** Other requests are answered in between, because texts of thousands of products take seconds. */
export async function convertItems(
  items: readonly ForeignItem[],
  { locale, mapping, own, taken, overwrites = [] }: Options,
): Promise<Conversion> {
  let since = performance.now();
  const mapped = new Map(mapping.map((row) => [row.theirs, row]));
  const [products, redirects, notices]: [ConvertedProduct[], Redirect[], Notice[]] = [[], [], []];
  const conflicts: CodeConflict[] = [];
  const codes = new Set<string>();
  const eans = new Set<string>();
  const slugs = new Set(taken);
  for (const family of Map.groupBy(items, (item) => item.family).values()) {
    if (performance.now() - since > SLICE_MS) {
      await nextRound();
      since = performance.now();
    }
    const kept = family.filter(({ category }) => mapped.get(category)?.category !== SKIP);
    notices.push(...family.filter((item) => !kept.includes(item)).map((item) => noticeOf(item, 'skippedCategory')));
    let head: string | undefined;
    const labels = labelsOf(kept, mapped);
    kept.forEach((item, index) => {
      const page = [item.address.split('/').at(-1) || item.name, ...(index > 0 ? item.options : [])].join(' ');
      const { code, isMade } = codeOf(item.sku, page, codes);
      const note = (kind: NoticeKind, values?: Notice['values']) =>
        void notices.push({ ...noticeOf(item, kind), code, ...(values && { values }) });
      if (isMade) note('codeMade', { text: item.sku });
      const inFamily = kept.length > 1 && index < MOST_VARIANTS;
      if (kept.length > 1 && !inFamily) note('familyTooLarge', { count: MOST_VARIANTS });
      const cells = cellsOf(item, mapped.get(item.category), note, eans);
      const known = own.get(code);
      // The other shop may use the same code for a different product.
      if (known !== undefined && !isSame(known, { name: cells.product_name, ean: cells.ean, page })) {
        conflicts.push({ code, name: oneLine(item.name), own: known.name });
        const isOverwritten = overwrites.includes(code);
        note(isOverwritten ? 'codeOverwritten' : 'codeOther', { text: known.name });
        if (!isOverwritten) return;
      }
      // A product that the shop has keeps its address; all others get one that no product has or had.
      const slug = known?.slug || uniqueSlug(page, code, slugs);
      const label = inFamily ? (labels[index] ?? '') : '';
      if (label.length > LENGTHS.variant) note('variantCut', { text: label });
      products.push({
        code,
        line: item.line,
        cells: {
          cod_catalog: code,
          ...cells,
          slug,
          ...(inFamily && head !== undefined && { variant_of: head }),
          ...(label !== '' && { [variantColumn(locale)]: cut(label, LENGTHS.variant) }),
        },
        text: textOf(item, note),
        pictures: picturesOf(item, note),
      });
      head ??= code;
      const to = localised(locale, pages.product(slug));
      if (index > 0 || item.address === '' || keyOf(item.address) === keyOf(to)) return;
      if (sourceMistake(item.address)) note('addressUnusable', { text: item.address });
      else redirects.push({ from: item.address, to });
    });
  }
  return { products, conflicts, redirects, notices };
}

const noticeOf = ({ line, name }: ForeignItem, kind: NoticeKind): Notice => ({ line, kind, product: oneLine(name) });

/** Whether another shop's product is this one: by its bar code, its name, or the name of its page. */
const isSame = (
  known: OwnProduct,
  { name = '', ean, page }: { name: string | undefined; ean: string | undefined; page: string },
): boolean => (ean !== undefined && ean === known.ean) || isSameName(known.name, name) || slugify(page) === known.slug;

/** Names are compared without case, accents and marks. */
export const isSameName = (one: string, other: string): boolean => slugify(one) === slugify(other);

type Note = (kind: NoticeKind, values?: Notice['values']) => void;

function cellsOf(item: ForeignItem, row: MappedCategory | undefined, note: Note, eans: Set<string>): Cells {
  const name = oneLine(item.name);
  if (name.length > LENGTHS.product_name) note('nameCut', { text: name });
  const price = readPrice(item.price);
  if (!price.ok) note(price.error, { text: item.price });
  const former = readPrice(item.formerPrice);
  if (former.ok && (!price.ok || former.value !== price.value)) note('formerPrice', { text: item.formerPrice });
  const units = readUnits(item.quantity);
  if (units === undefined) note('quantityUnknown', { text: item.quantity });
  const vatRate = readVatRate(item.vatRate) ?? row?.vatRate;
  if (vatRate === undefined) note('vatMissing', { text: item.vatRate });
  const content = contentOf(item, row, note);
  const grams = readGrams(item.grams);
  const values: Record<string, string | number | undefined> = {
    product_name: cut(name, LENGTHS.product_name),
    brand: cut(oneLine(item.brand), LENGTHS.brand),
    category_product: row?.category,
    kind: row?.kind,
    real_price: price.ok ? toEuro(price.value).toFixed(2) : '',
    quantity_available: units ?? 0,
    vat_rate: vatRate,
    net_quantity: content?.value,
    net_unit: content?.unit,
    ean: eanOf(item.ean, eans, note),
    gross_weight_g: grams,
    origin_de: cut(oneLine(item.origin), 200),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) =>
      value === undefined || value === '' ? [] : [[column, String(value)]],
    ),
  );
}

/** "300 ml" is the content of a drink, but the size of a mug. */
const isSoldByContent = (row: MappedCategory | undefined): boolean => row?.kind !== 'goods';

function contentOf(item: ForeignItem, row: MappedCategory | undefined, note: Note): NetQuantity | undefined {
  if (item.netQuantity !== '' && !/^0+(?:[.,]0+)?$/.test(item.netQuantity)) {
    const content = readContent(item.netQuantity, item.netUnit);
    if (!content) note('contentUnreadable', { text: `${item.netQuantity} ${item.netUnit}`.trim() });
    return content;
  }
  // A name or a category says what one piece contains.
  if (isSoldByContent(row) && [item.name, ...item.options].some(isOfSeveral)) {
    note('contentMissing');
    return undefined;
  }
  const inOption = isSoldByContent(row) ? item.options.map(contentIn).find(Boolean) : undefined;
  if (inOption) return inOption;
  const inName = isSoldByContent(row) ? contentIn(oneLine(item.name)) : undefined;
  if (inName) {
    note('contentRead', { text: `${inName.value} ${inName.unit}` });
    return inName;
  }
  if (row?.netQuantity !== undefined && row.netUnit !== undefined) return { value: row.netQuantity, unit: row.netUnit };
  note('contentMissing');
  return undefined;
}

function eanOf(written: string, eans: Set<string>, note: Note): string {
  if (written === '') return '';
  const ean = readEan(written);
  if (ean === undefined || eans.has(ean)) {
    note(ean === undefined ? 'eanWrong' : 'eanTwice', { text: written });
    return '';
  }
  eans.add(ean);
  return ean;
}

/** What differs, by item. A family that differs only in its content needs no words for it. */
function labelsOf(family: readonly ForeignItem[], mapped: ReadonlyMap<string, MappedCategory>): string[] {
  const isContent = family.every(
    ({ options, category }) =>
      isSoldByContent(mapped.get(category)) && options.length === 1 && contentIn(options[0]!) !== undefined,
  );
  return isContent ? [] : family.map(({ options }) => oneLine(options.join(', ')));
}

function textOf({ html }: ForeignItem, note: Note): string {
  const markdown = htmlToMarkdown(html);
  if (markdown.ok) return markdown.value;
  note(markdown.error);
  return '';
}

function picturesOf({ pictures }: ForeignItem, note: Note): ConvertedProduct['pictures'] {
  if (pictures.length > MOST_PICTURES) note('tooManyPictures', { count: MOST_PICTURES });
  return pictures.slice(0, MOST_PICTURES).map(({ source, alt }) => ({ source, alt: cut(oneLine(alt), LENGTHS.alt) }));
}

/** The row of a picture in pictures.csv; undefined without words. */
export const altRow = (code: string, place: number, alt: string, locale: Locale): Cells | undefined =>
  alt === '' ? undefined : { cod_catalog: code, picture: String(place), [altColumn(locale)]: alt };
