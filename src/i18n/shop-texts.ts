/**
 * The owner's part in the texts of `locales`: shop details that fill them, and texts of shop.yaml that replace them.
 */
import { USUAL_NAME, type FastDelivery } from '#src/shared/delivery/fast-delivery.ts';
import { ownerText } from '#src/shared/owner-text.ts';
import { termEntries, type Days, type ShopTerms, type TermOf } from '#src/shared/shop-terms.ts';
import { fill } from './fill.ts';
import { formatPrice } from './format.ts';

/** A file of texts, or a part of it. */
export interface TextTree {
  [name: string]: string | TextTree;
}

/** Texts by `file:name.of.the.text`. */
export type OwnTexts = Readonly<Record<string, string>>;

const namesOf = (key: string): { file: string; names: string[] } => {
  const [file = '', rest = ''] = key.split(':');
  return { file, names: rest.split('.') };
};

/** The text with this key; undefined when there is none. */
export function findText(files: TextTree, key: string): string | undefined {
  const { file, names } = namesOf(key);
  let found: string | TextTree | undefined = files;
  for (const name of [file, ...names])
    found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The texts of one file, with the owner's in their place. Every key must exist. */
export function withOwnTexts<T extends object>(file: string, texts: T, own: OwnTexts): T {
  const changed = structuredClone(texts);
  for (const [key, text] of Object.entries(own)) {
    const { file: of, names } = namesOf(key);
    const last = names.pop()!;
    if (of === file) names.reduce((part, name) => part[name] as TextTree, changed as TextTree)[last] = text;
  }
  return changed;
}

/** "2 bis 4", or "3" when both are the same. `range`: the language's text between two numbers. */
const formatDays = ({ least, most }: Days, range: string): string =>
  least === most ? String(most) : fill(range, { least, most });

/** The terms that a placeholder names. */
type WrittenTerm = TermOf<'text' | 'amount' | 'days'>;
const WRITTEN = termEntries().flatMap(([name, { kind }]) =>
  kind === 'text' || kind === 'amount' || kind === 'days' ? [name as WrittenTerm] : [],
);

/** The value of each shop term as texts show it; '' when the owner set none. */
export function writtenTerms(terms: ShopTerms, range: string): Record<WrittenTerm, string> {
  const write = (name: WrittenTerm): string => {
    const value: string | number | Days | undefined = terms[name];
    if (typeof value === 'object') return formatDays(value, range);
    return typeof value === 'number' ? formatPrice(value) : (value ?? '');
  };
  return Object.fromEntries(WRITTEN.map((name) => [name, write(name)])) as Record<WrittenTerm, string>;
}

/** The shop's name has the placeholder `{{shop}}`, each other term its own name. */
const placeOf = (name: WrittenTerm): string => (name === 'name' ? 'shop' : name);

/** The values of the faster delivery as texts show them. */
export const writtenFastDelivery = (fast: FastDelivery, locale: string, range: string) => ({
  fastName: ownerText(fast.name, locale) || USUAL_NAME,
  fastDays: formatDays(fast.deliveryDays, range),
  fastSurcharge: formatPrice(fast.surcharge),
});
const FAST_PLACES: (keyof ReturnType<typeof writtenFastDelivery>)[] = ['fastName', 'fastDays', 'fastSurcharge'];

/** The values of the placeholders that may be in every text. */
export function writtenPlaces(terms: ShopTerms, fast: FastDelivery, locale: string, range: string) {
  const written = Object.entries(writtenTerms(terms, range)) as [WrittenTerm, string][];
  const values = Object.fromEntries(written.map(([name, value]) => [placeOf(name), value]));
  return { ...values, ...writtenFastDelivery(fast, locale, range) };
}

/** Replaces these placeholders in all texts; others stay for their values. */
export function withPlaces<T extends object>(texts: T, values: Record<string, string>): T {
  const fillAll = (tree: TextTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string' ? fill(value, values) : fillAll(value),
      ]),
    );
  return fillAll(texts as TextTree) as T;
}

/** Names of the placeholders that `withPlaces` fills in every text. */
export const TERM_PLACES: readonly string[] = [...WRITTEN.map(placeOf), ...FAST_PLACES];
