/** What a person still has to supply or look at: per product, in plain words. */
import type { ShopConditions } from '#src/features/catalogue/gap.ts';
import { listGaps } from '#src/features/editing/server/list-gaps.ts';
import { productRowSchema } from '#src/features/editing/server/product-row.ts';
import type { Gap } from '#src/features/catalogue/gap.ts';
import { formatDate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { spreadsheetTable } from '#src/shared/spreadsheet.ts';
import { NOTICES, type Notice, type NoticeLevel } from '../foreign-item.ts';
import type { ConvertedProduct } from './convert-items.ts';
import { MAPPING, SKIP } from './mapping.ts';
import { cut } from './read-cells.ts';

export interface Missing {
  code: string;
  product: string;
  level: NoticeLevel | 'law';
  about: Notice | Gap;
}

export const MISSING_LEVELS = ['required', 'law', 'leftOut', 'check'] as const satisfies Missing['level'][];
export const MISSING = 'missing.csv';

/** Needed by every row, so that the other cells of an incomplete row can be judged. */
const STAND_INS = {
  real_price: '1',
  vat_rate: '19',
  net_quantity: '1',
  net_unit: 'piece',
  kind: 'goods',
  category_product: 'x',
};
const LONGEST_QUOTE = 80;
/** What a sentence calls the places where a person writes. In files, names are the same in each language. */
type Words = Record<'price' | 'vat' | 'quantity' | 'unit' | 'piece' | 'stock' | 'mapping' | 'skip', string>;
const WORDS: Words = {
  ...{ price: 'real_price', vat: 'vat_rate', quantity: 'net_quantity', unit: 'net_unit', piece: 'piece' },
  ...{ stock: 'quantity_available', mapping: MAPPING, skip: SKIP },
};

/** `pictured`: codes of products with a picture. */
export function listMissing(
  products: readonly ConvertedProduct[],
  notices: readonly Notice[],
  pictured: ReadonlySet<string>,
  shop: ShopConditions,
): Missing[] {
  const rows = products.flatMap(({ code, cells, line }) => {
    const parsed = productRowSchema.safeParse({ ...STAND_INS, ...cells });
    return parsed.success && cells.kind !== undefined ? [{ file: code, line, row: parsed.data }] : [];
  });
  const gaps = listGaps(
    {
      ...{ categories: undefined, products: rows, prices: [], texts: new Map(), alts: [], isWhole: true },
      pictures: new Map([...pictured].map((code) => [code, []])),
    },
    shop,
  );
  const ofLaw = gaps.flatMap(({ code, name, gaps: own }) =>
    own
      .filter(({ level }) => level !== 'recommended')
      .map((about): Missing => ({ code, product: name, level: 'law', about })),
  );
  const noted = notices.map((about): Missing => ({
    code: about.code ?? '',
    product: about.product,
    level: NOTICES[about.kind],
    about,
  }));
  return MISSING_LEVELS.flatMap((level) => [...noted, ...ofLaw].filter((one) => one.level === level));
}

/** The sentence about a missing value. */
export function missingText({ about }: Missing, locale: Locale, words = WORDS): string {
  const t = translator(locale);
  if ('kind' in about) {
    const { text = '', count = 0 } = about.values ?? {};
    return t(`converting:notices.${about.kind}`, { ...words, text: cut(text, LONGEST_QUOTE), count });
  }
  const { key, values: { since, ...values } = {} } = about.ask;
  return `${t(`products:asks.${key}`, { ...values, since: since && formatDate(since, locale) })} (${about.law})`;
}

export function missingTable(missing: readonly Missing[], locale: Locale): string {
  const t = translator(locale);
  const head = (['code', 'product', 'level', 'column', 'what'] as const).map((name) => t(`converting:table.${name}`));
  return spreadsheetTable([
    head,
    ...missing.map((one) => [
      one.code,
      one.product,
      t(`converting:levels.${one.level}`),
      'column' in one.about ? one.about.column : '',
      missingText(one, locale),
    ]),
  ]);
}
