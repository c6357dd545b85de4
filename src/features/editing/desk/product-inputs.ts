/**
 * The input for each cell of a product. Inputs of facts follow their declaration; the other columns are listed here.
 */
import { declaredFacts, FACTS, KINDS, NUTRIENTS, type Fact, type Kind } from '#src/features/catalogue/facts.ts';
import { MOST_PARTS } from '#src/features/catalogue/sets/parts.ts';
import { NET_UNITS } from '#src/features/catalogue/price.ts';
import { WITHDRAWALS } from '#src/features/catalogue/product.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { NONE } from '../server/cells.ts';
import { LENGTHS, RANGES, variantColumn } from '../server/product-row.ts';

export interface Input {
  column: string;
  type:
    | 'text'
    | 'long'
    | 'number'
    | 'choice'
    | 'choices'
    | 'code'
    | 'codes'
    | 'parts'
    | 'day'
    | 'ean'
    | 'slug'
    | 'category';
  isRequired?: boolean;
  /** In characters. */
  max?: number;
  range?: { min: number; max: number; places: number; example: string };
  values?: readonly string[];
}

interface Section {
  /** A key of `products:page`. */
  name: 'basics' | 'price' | 'family' | 'label' | 'nutrition' | 'more';
  inputs: Input[];
}

const LONGEST_TEXT = 5000;
/** With a comma and a space. */
const LONGEST_CODE = 22;
/** With its units. */
const LONGEST_PART = LONGEST_CODE + 3;

const BASICS: Input[] = [
  { column: 'product_name', type: 'text', max: LENGTHS.product_name, isRequired: true },
  { column: 'brand', type: 'text', max: LENGTHS.brand },
  { column: 'category_product', type: 'category', isRequired: true },
  { column: 'kind', type: 'choice', values: KINDS, isRequired: true },
  { column: 'net_quantity', type: 'number', range: RANGES.net_quantity, isRequired: true },
  { column: 'net_unit', type: 'choice', values: NET_UNITS, isRequired: true },
  { column: 'drained_weight', type: 'number', range: RANGES.drained_weight },
  { column: 'ean', type: 'ean' },
];
const FAMILY: Input[] = [
  { column: 'variant_of', type: 'code', max: 20 },
  ...LOCALE_CODES.map((locale): Input => ({ column: variantColumn(locale), type: 'text', max: LENGTHS.variant })),
];
const PRICE: Input[] = [
  { column: 'real_price', type: 'number', range: RANGES.real_price, isRequired: true },
  { column: 'discount', type: 'number', range: RANGES.discount },
  { column: 'vat_rate', type: 'choice', values: ['7', '19'], isRequired: true },
  { column: 'age_limit', type: 'choice', values: ['16', '18'] },
  { column: 'withdrawal', type: 'choice', values: WITHDRAWALS },
  { column: 'deposit', type: 'number', range: RANGES.deposit },
  { column: 'base_price', type: 'choice', values: ['exempt'] },
];
const OTHERS: Input[] = [
  { column: 'slug', type: 'slug' },
  { column: 'rank', type: 'number', range: RANGES.rank },
  { column: 'supplier', type: 'text', max: LENGTHS.supplier },
];
function inputOf({ column, cell }: Fact): Input {
  switch (cell.type) {
    case 'text':
      return { column, type: cell.max > 200 ? 'long' : 'text', max: cell.max };
    case 'number':
      return { column, type: 'number', range: cell };
    case 'choice':
      return { column, type: 'choice', values: cell.values };
    case 'choices':
      return { column, type: 'choices', values: [...cell.values, NONE] };
    case 'codes':
      return { column, type: 'codes', max: cell.most * LONGEST_CODE };
    case 'day':
      return { column, type: 'day', max: 10 };
    case 'parts':
      return { column, type: 'parts', max: MOST_PARTS * LONGEST_PART };
    default:
      return { column, type: 'long', max: LONGEST_TEXT };
  }
}

/** Whether a label of this kind shows or requires the fact. */
const concerns = (fact: Fact, kind: Kind): boolean =>
  fact.label?.[kind] !== undefined || fact.needed?.includes(kind) === true;

const mayHave = ({ of, label, needed }: Fact, kind: Kind): boolean =>
  of ? of.includes(kind) : label ? label[kind] !== undefined : (needed?.includes(kind) ?? true);

/**
 * The form's sections for a kind of product: first the fields that its label needs, then "more". A fact of other kinds
 * is omitted, unless it has a value.
 */
export function sectionsFor(kind: Kind, values: Readonly<Record<string, string>> = {}): Section[] {
  const label = Object.values<Fact>(FACTS).filter((fact) => concerns(fact, kind));
  const nutrition = kind === 'food' ? Object.values<Fact>(NUTRIENTS) : [];
  const shown = new Set([...label, ...nutrition]);
  const rest = declaredFacts().filter(
    (fact) => !shown.has(fact) && (mayHave(fact, kind) || values[fact.column] !== undefined),
  );
  const sections: Section[] = [
    { name: 'basics', inputs: BASICS },
    { name: 'price', inputs: PRICE },
    { name: 'family', inputs: FAMILY },
    { name: 'label', inputs: label.map(inputOf) },
    { name: 'nutrition', inputs: nutrition.map(inputOf) },
    { name: 'more', inputs: [...rest.map(inputOf), ...OTHERS] },
  ];
  return sections.filter(({ inputs }) => inputs.length > 0);
}

export const inputFor = (column: string): Input | undefined =>
  [...BASICS, ...PRICE, ...FAMILY, ...OTHERS, ...declaredFacts().map(inputOf)].find((input) => input.column === column);

export const kindOf = (value: string | null | undefined): Kind => KINDS.find((kind) => kind === value) ?? 'food';
