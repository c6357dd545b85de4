/**
 * Bar codes of GS1 with a product's number, its lot and its date (GS1-128, GS1 DataMatrix). Pure rules, after the GS1
 * General Specifications, section 7.8: an identifier (AI) and its value, one after the other. A value of variable
 * length ends at the separator FNC1, which scanners type as ASCII 29. Also web addresses of GS1 Digital Link, of any
 * shop or brand.
 */
import { isEan } from '../ean.ts';
import { readGs1Date } from './best-before.ts';

export interface Gs1Code {
  /** As a product has it: 13 or 8 digits; 14 for a case of several units. */
  ean: string;
  /** '' when the code has none. */
  lot: string;
  /** A day such as 2027-01-31, or ''. */
  bestBefore: string;
  /** What the code has in the place of its date, if that is not a day of the calendar. */
  noDay?: string;
}

const ADDRESS = /^https?:\/\/[^/?#\s]+((?:\/[^?#\s]*)?)(?:\?([^#\s]*))?(?:#\S*)?$/i;
/** Scanners read no longer address; a text that somebody pastes may be of any length. */
const LONGEST_ADDRESS = 500;
const SEPARATOR = '\u001D';
/** What scanners put before a code of GS1. */
const SYMBOLOGY = /^\](?:C1|d2|Q3|J1|e0)/;
/** Length of an element by the first two digits of its identifier, which are counted: figure 7.8.5-2. */
const LENGTHS: Record<string, number> = { '00': 20, '01': 16, '02': 16, '03': 16, '04': 18, '20': 4, '41': 16 };
for (let first = 11; first <= 19; first += 1) LENGTHS[first] = 8;
for (let first = 31; first <= 36; first += 1) LENGTHS[first] = 10;

/** undefined for any other text, such as the digits of an EAN. */
export function readGs1(text: string, today: string): Gs1Code | undefined {
  const typed = text.trim().replace(SYMBOLOGY, '');
  const values = ADDRESS.test(typed) ? inAddress(typed) : typed.startsWith('(') ? inBrackets(typed) : inRow(typed);
  const ean = eanOf(values.get('01') ?? '');
  if (ean === undefined) return undefined;
  const digits = values.get('15') ?? values.get('17') ?? '';
  const date = readGs1Date(digits, today);
  const lot = values.get('10') ?? '';
  if (date.ok) return { ean, lot, bestBefore: date.value };
  const noDay = digits.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3');
  return { ean, lot, bestBefore: '', ...(noDay !== '' && { noDay }) };
}

/** As people read it below the bars: "(01)04006381333931(10)L22". A lot may have brackets of its own. */
const inBrackets = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/\((\d{2,4})\)(.*?)(?=\(\d{2,4}\)|$)/g)].map(([, ai, value]) => [ai!, value!.trim()]));

/**
 * GS1 Digital Link: "https://id.gs1.org/01/09506000134352/10/ABC123?17=270131". Identifier and value are steps of the
 * path, which may begin with other steps, or fields of the query. The product's number may lack its zeros.
 */
function inAddress(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const [, path = '', query = ''] = text.length > LONGEST_ADDRESS ? [] : (ADDRESS.exec(text) ?? []);
  const steps = path.split('/');
  const first = steps.findLastIndex((step, at) => step === '01' && /^(?:\d{8}|\d{12,14})$/.test(steps[at + 1] ?? ''));
  if (first < 0) return values;
  for (let at = first; at < steps.length - 1; at += 2) values.set(steps[at]!, decoded(steps[at + 1]!));
  // The first version of the standard separates fields by semicolons.
  for (const field of query.split(/[&;]/)) {
    const [, ai, value] = /^(\d{2,4})=(.*)$/.exec(field) ?? [];
    if (ai !== undefined && !values.has(ai)) values.set(ai, decoded(value!));
  }
  return values.set('01', values.get('01')!.padStart(14, '0'));
}

/** '' for a value that is not written as in a URL, or contains characters that no keyboard has. */
function decoded(step: string): string {
  try {
    const text = decodeURIComponent(step);
    return /\p{Cc}/u.test(text) ? '' : text;
  } catch {
    return '';
  }
}

function inRow(text: string): Map<string, string> {
  const values = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1);
      continue;
    }
    const end = rest.indexOf(SEPARATOR);
    const length = LENGTHS[rest.slice(0, 2)] ?? (end < 0 ? rest.length : end);
    // The identifiers that count here have two digits.
    values.set(rest.slice(0, 2), rest.slice(2, length));
    rest = rest.slice(length);
  }
  return values;
}

/** Numbers of products have 14 digits in these codes, with zeros in front. */
function eanOf(digits: string): string | undefined {
  if (!/^\d{14}$/.test(digits)) return undefined;
  if (!digits.startsWith('0')) return digits;
  const ean = digits.slice(digits.startsWith('000000') ? 6 : 1);
  return isEan(ean) ? ean : undefined;
}
