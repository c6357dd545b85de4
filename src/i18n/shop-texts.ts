/**
 * The owner's part in the texts of `locales`: shop details that fill them, and texts of shop.yaml that replace them.
 */
import type { ShopTerms } from '#src/shared/business.ts';
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

/** "2 bis 4", or "3" when both are the same. `join` writes the two with the language's word between them. */
export const formatDays = (
  days: ShopTerms['deliveryDays'],
  join: (days: ShopTerms['deliveryDays']) => string,
): string => (days.least === days.most ? String(days.most) : join(days));

/**
 * Replaces `{{shop}}`, `{{shipping}}`, `{{freeFrom}}` and `{{deliveryDays}}` in all texts; other placeholders stay for
 * their values.
 */
export function withTerms<T extends object>(
  texts: T,
  { name, shipping, freeFrom, deliveryDays }: ShopTerms,
  range: string,
): T {
  const values = {
    shop: name,
    shipping: formatPrice(shipping),
    freeFrom: formatPrice(freeFrom ?? 0),
    deliveryDays: formatDays(deliveryDays, (days) => fill(range, days)),
  };
  const fillAll = (tree: TextTree): TextTree =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string' ? fill(value, values) : fillAll(value),
      ]),
    );
  return fillAll(texts as TextTree) as T;
}

/** Names of the placeholders that `withTerms` fills in every text. */
export const TERM_PLACES = ['shop', 'shipping', 'freeFrom', 'deliveryDays'];
