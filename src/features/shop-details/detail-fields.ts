/** The desk's input for each shop detail. A term of any other kind is a line of text, as in the file. */
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { termEntries } from '#src/shared/shop-terms.ts';

/** `amount`: EUR. `weight`: kg. `yes`: a checkbox. A list: one of its values. */
type DetailKind = 'text' | 'number' | 'amount' | 'weight' | 'yes' | readonly string[];

interface DetailField {
  /** The names in the file below the group. */
  path: readonly string[];
  kind: DetailKind;
  /** May be empty. */
  isOptional: boolean;
}

const text = (name: string): DetailField => ({ path: name.split('.'), kind: 'text', isOptional: false });
const of = (name: string, kind: DetailKind, isOptional = false): DetailField => ({
  path: name.split('.'),
  kind,
  isOptional,
});
const optional = (name: string, kind: DetailKind = 'text'): DetailField => of(name, kind, true);

const DETAIL_FIELDS = {
  shop: termEntries().flatMap(([name, { kind, initial }]) =>
    kind === 'days'
      ? [of(`${name}.least`, 'number'), of(`${name}.most`, 'number')]
      : kind === 'steps'
        ? []
        : [of(name, kind === 'amount' || kind === 'weight' || kind === 'yes' ? kind : 'text', initial === undefined)],
  ),
  company: [
    text('name'),
    text('legalForm'),
    text('representative'),
    text('street'),
    text('postalCode'),
    text('city'),
    optional('seat'),
    text('register'),
    optional('vatId'),
    optional('economicId'),
  ],
  registers: [optional('lucid'), optional('dpg'), optional('divid')],
  tax: [of('mode', ['regular', 'small_business']), optional('number')],
  accounting: [
    optional('consultant', 'number'),
    optional('client', 'number'),
    of('chart', ['SKR03', 'SKR04']),
    optional('paypal', 'number'),
    optional('bank', 'number'),
    optional('fees', 'number'),
    optional('payouts', 'number'),
    optional('receivables', 'number'),
    optional('vouchers', 'number'),
    optional('cash', 'number'),
    optional('giveaways', 'number'),
    optional('otherIncome', 'number'),
    optional('revenue.0', 'number'),
    optional('revenue.7', 'number'),
    optional('revenue.19', 'number'),
  ],
  payment: [
    of('card', 'yes'),
    of('googlePay', 'yes'),
    of('applePay', 'yes'),
    optional('iban'),
    optional('holder'),
    optional('bic'),
    of('days', 'number'),
    of('invoice', ['paid', 'order']),
  ],
  contact: [text('email'), text('phone'), optional('whatsapp')],
  privacy: [text('hosting'), text('mailService'), text('authority'), of('logDays', 'number')],
  shipping: [text('carrier'), optional('coldCarrier'), of('returnsPaidBy', ['buyer', 'shop'])],
  fastDelivery: [
    of('offered', 'yes'),
    ...LOCALE_CODES.map((locale) => optional(`name.${locale}`)),
    optional('surcharge', 'amount'),
    of('deliveryDays.least', 'number'),
    of('deliveryDays.most', 'number'),
    of('freeToo', 'yes'),
  ],
  collection: [
    of('offered', 'yes'),
    optional('street'),
    optional('postalCode'),
    optional('city'),
    ...LOCALE_CODES.map((locale) => optional(`hours.${locale}`)),
    of('keepDays', 'number'),
  ],
  reviews: [of('offered', 'yes'), of('askAfterDays', 'number')],
  vouchers: [of('offered', 'yes'), of('sold', 'yes')],
  stock: [of('soonDays', 'number')],
  dhl: [of('paper', ['A6', 'A4']), optional('smallUpTo', 'number')],
  accessibility: [of('microEnterprise', 'yes'), text('authority'), text('authorityEmail')],
} as const satisfies Record<string, readonly DetailField[]>;

/** Tables of names and values, each with rows of its own in the form. */
export type DetailTable = 'carriers' | 'breaks' | 'heavier';
const TABLES: Partial<Record<keyof typeof DETAIL_FIELDS, readonly DetailTable[]>> = {
  shop: ['heavier'],
  shipping: ['carriers', 'breaks'],
};

export const tablesOf = (group: DetailGroup): readonly DetailTable[] => TABLES[group] ?? [];

export type DetailGroup = keyof typeof DETAIL_FIELDS;
export const DETAIL_GROUPS = Object.keys(DETAIL_FIELDS) as DetailGroup[];
export const isDetailGroup = (name: string): name is DetailGroup => Object.hasOwn(DETAIL_FIELDS, name);

export const fieldsOf = (group: DetailGroup): readonly DetailField[] => DETAIL_FIELDS[group];

/** Groups that invoices name: issued documents keep the old values. */
export const ON_DOCUMENTS: readonly DetailGroup[] = ['company', 'tax', 'contact'];

/** The name of a field in a form and in a mistake: `deliveryDays.least`. */
export const fieldName = ({ path }: DetailField): string => path.join('.');
