/** A supplier's price list: which of its columns say what, and its lines. Pure rules. */
import { COLUMNS, MOST_LINES_ABOVE, type WrittenRow } from '#src/features/deliveries/delivery-lines.ts';
import { PLACES, plainPrice } from '#src/features/deliveries/unit-price.ts';
import type { Rounding } from '#src/features/editing/server/price-change.ts';
import { hasExtraCells } from '#src/server/content/csv-table.ts';
import { fold } from '#src/shared/fold.ts';
import { divideHalfUp, type Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseNumber, parseUnits, type NumberMistake } from '#src/shared/typed-number.ts';

/** `retail`: a recommended sale price. `pack`: units in a box, if the purchase price is that of a box. */
export const LIST_COLUMNS = ['ean', 'code', 'cost', 'retail', 'pack'] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];
/** Names of columns as the file writes them. */
export type ColumnNames = Partial<Record<ListColumn, string>>;

/** Sale prices stay, follow the recommended price, or change by the percentage by which the purchase price changes. */
export const SALE_RULES = ['keep', 'list', 'follow'] as const;
export type SaleRule = (typeof SALE_RULES)[number];

export interface ListSettings {
  columns: ColumnNames;
  rule: SaleRule;
  rounding: Rounding;
}

/** Whether the columns name products and a price that the rule can use. */
export const isUsable = ({ columns: { ean, code, cost, retail }, rule }: ListSettings): boolean =>
  (ean ?? code) !== undefined && (rule === 'list' ? retail : cost) !== undefined;

const GUESSED: Record<Exclude<ListColumn, 'pack'>, readonly string[]> = {
  ean: COLUMNS.ean,
  code: COLUMNS.code,
  cost: [...COLUMNS.cost, 'ek netto', 'netto', 'nettopreis', 'haendler-ek', 'net price', 'custo liquido'],
  retail: [
    ...[
      'uvp',
      'vk',
      'vk-preis',
      'verkaufspreis',
      'empf. vk',
      'rrp',
      'msrp',
      'retail price',
      'recommended retail price',
    ],
    ...['preco de venda', 'preco sugerido', 'preco ao consumidor'],
  ],
};

const LONGEST_NAME = 60;
const nameOf = (cell: string): string => cell.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
const keyOf = (name: string): string => fold(nameOf(name));
const placeOf = (head: readonly string[], name: string): number =>
  head.findIndex((cell) => keyOf(cell) === keyOf(name));

const isPrice = (cell: string): boolean => /^[\d.,\s€%-]+$/.test(cell.trim());
const filled = (row: WrittenRow): string[] => row.cells.filter((cell) => cell.trim() !== '');

/** The place of the row that names the columns, below what the file says about itself; -1 without one. */
export function findHead(rows: readonly WrittenRow[]): number {
  const first = rows.slice(0, MOST_LINES_ABOVE + 1);
  const widest = Math.max(0, ...rows.slice(0, 2 * MOST_LINES_ABOVE).map((row) => filled(row).length));
  return first.findIndex((row) => {
    const cells = filled(row);
    return cells.length >= 2 && 2 * cells.length > widest && !cells.some(isPrice);
  });
}

/** The place of the row that has all these names; -1 without one. */
export function findHeadWith(rows: readonly WrittenRow[], columns: ColumnNames): number {
  const names = Object.values(columns);
  const has = ({ cells }: WrittenRow) => names.every((name) => placeOf(cells, name) >= 0);
  return names.length === 0 ? -1 : rows.slice(0, MOST_LINES_ABOVE + 1).findIndex(has);
}

/** The names of a head, each once. */
export const namesOf = ({ cells }: WrittenRow): string[] => [
  ...new Map(cells.filter((cell) => keyOf(cell) !== '').map((cell) => [keyOf(cell), nameOf(cell)])).values(),
];

/** What the names mean most likely. Whether a price is that of a box, no name says. */
export function guessColumns(head: WrittenRow): ColumnNames {
  const names = namesOf(head);
  return Object.fromEntries(
    Object.entries(GUESSED).flatMap(([column, known]) => {
      const name = known.map((one) => names.find((own) => keyOf(own) === one)).find((own) => own !== undefined);
      return name === undefined ? [] : [[column, name]];
    }),
  );
}

export interface ListLine {
  line: number;
  /** Codes and EANs that name the product. */
  names: string[];
  cost: string;
  retail: string;
  /** undefined: no column has the units of a box. */
  pack: string | undefined;
  /** It has more cells than the head, so that nobody knows which of them is the price. */
  isLonger?: true;
}

/** Folded names of a column that says in which currency the prices are. */
const CURRENCY = ['wahrung', 'waehrung', 'currency', 'moeda', 'cur', 'cur.', 'whg', 'whg.'];
const isEuro = (currency: string): boolean => /^(?:€|eur|euros?|)$/i.test(currency.trim());
const FOREIGN = /\b(?:USD|BRL|GBP|CHF|JPY|CNY|PLN|CZK|DKK|SEK|NOK|HUF)\b|(?:US|R)?[$£¥]/;

/** A currency as people write it above a table. */
const NAMED = /\b(?:US-?)?Dollars?\b|\bd[oó]lares\b|\breais\b|\bFranken\b|\bpounds sterling\b|\bPfund Sterling\b/i;

/**
 * Another currency than euros that the list names above its table, unless the table itself has a column for currencies
 * or says that the prices are in euros. No row says that the prices are in it, so a person must.
 */
export function currencyAbove(
  rows: readonly WrittenRow[],
  head: number,
  { cost, retail }: ColumnNames,
): string | undefined {
  const isInTable = rows[head]!.cells.some((cell) => CURRENCY.includes(keyOf(cell)));
  const prices = [cost, retail].filter((name) => name !== undefined);
  if (isInTable || (prices.length > 0 && prices.every((name) => /€|\beuros?\b|\beur\b/i.test(name)))) return undefined;
  const above = rows.slice(0, head).flatMap(({ cells }) => cells);
  return above.map((cell) => (FOREIGN.exec(cell) ?? NAMED.exec(cell))?.[0]).find((found) => found !== undefined);
}

/** The lines below the head that name a product and a price. */
export function linesBelow(rows: readonly WrittenRow[], head: number, columns: ColumnNames): ListLine[] {
  const places = LIST_COLUMNS.map((column) => placeOf(rows[head]!.cells, columns[column] ?? ''));
  const currencyAt = rows[head]!.cells.findIndex((cell) => CURRENCY.includes(keyOf(cell)));
  return rows.slice(head + 1).flatMap(({ line, cells, isByCommas = false }) => {
    const currency = nameOf(cells[currencyAt] ?? '');
    // A price with a foreign currency behind it is not read as EUR.
    const priceIn = (text: string, column: string = '') => {
      const foreign = isEuro(currency) ? (FOREIGN.exec(column)?.[0] ?? '') : currency;
      return text === '' || foreign === '' ? text : `${text} ${foreign}`;
    };
    const [ean = '', code = '', cost = '', retail = '', pack = ''] = places.map((place, index) =>
      columns[LIST_COLUMNS[index]!] === undefined ? '' : nameOf(cells[place] ?? ''),
    );
    const names = [ean, code].filter((name) => name !== '');
    return names.length > 0 && (cost !== '' || retail !== '')
      ? [
          {
            ...{ line, names, cost: priceIn(cost, columns.cost), retail: priceIn(retail, columns.retail) },
            pack: columns.pack === undefined ? undefined : pack,
            ...(hasExtraCells(cells, rows[head]!.cells.length, isByCommas) && { isLonger: true }),
          },
        ]
      : [];
  });
}

/** A price of at most 100,000 €. */
const PRICE = { min: 0.0001, max: 100_000, places: PLACES };

/** The price of a unit, in cents; of a price for a box, `pack` are its units. */
export function readPrice(text: string, pack = 1): Result<Cents, NumberMistake> {
  const price = parseNumber(plainPrice(text), PRICE);
  if (!price.ok) return price;
  const cents = divideHalfUp(Math.round(price.value * 10_000), 100 * pack);
  return cents > 0 ? ok(cents) : fail({ kind: 'not_a_number' });
}

const MOST_IN_A_BOX = 10_000;

/** The program must not guess what "12 St." or "1 x 12" means. */
export const readPack = (text: string | undefined): Result<number, NumberMistake> =>
  text === undefined ? ok(1) : parseUnits(text, { min: 1, max: MOST_IN_A_BOX });
