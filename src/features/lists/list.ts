/** Lists of products that are stored on this device, and the rules for changing them. */
import { MAX_LINES, MAX_UNITS } from '#src/features/cart/cart.ts';
import { parseJson } from '#src/shared/parse-json.ts';

/** Few enough to find a list, and to stay far below what a browser stores for a site. */
export const MAX_LISTS = 20;
/** The longest name of a list, in characters. */
export const MAX_NAME = 60;

export interface ListLine {
  productId: number;
  /** 1 to MAX_UNITS */
  quantity: number;
  /** The product's name, so that a list can be read without a network; absent before the first response. */
  name?: string;
}

export interface ProductList {
  id: string;
  name: string;
  lines: readonly ListLine[];
}

export type Lists = readonly ProductList[];

const MAX_PRODUCT_NAME = 200;

/** A name on one line, without control characters and not longer than `most`; '' for anything but text. */
export const tidyName = (name: unknown, most = MAX_NAME): string =>
  typeof name === 'string' ? [...name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, most).join('').trim() : '';

const isPositiveInteger = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Valid lines only: each product once, within the limits. */
export function tidyLines(lines: unknown): ListLine[] {
  if (!Array.isArray(lines)) return [];
  const found = new Map<number, ListLine>();
  for (const line of lines as (Partial<ListLine> | null)[]) {
    const { productId, quantity } = line ?? {};
    if (found.size === MAX_LINES || !isPositiveInteger(productId) || !isPositiveInteger(quantity)) continue;
    if (found.has(productId)) continue;
    const name = tidyName(line?.name, MAX_PRODUCT_NAME);
    found.set(productId, { productId, quantity: Math.min(quantity, MAX_UNITS), ...(name && { name }) });
  }
  return [...found.values()];
}

/** Parses the stored lists and drops what is invalid. */
export function parseLists(stored: string): Lists {
  const value = parseJson(stored);
  if (!Array.isArray(value)) return [];
  const known = new Set<string>();
  return (value as (Partial<ProductList> | null)[])
    .flatMap((list) => {
      const { id } = list ?? {};
      const name = tidyName(list?.name);
      if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || known.has(id) || !name) return [];
      known.add(id);
      return [{ id, name, lines: tidyLines(list?.lines) }];
    })
    .slice(0, MAX_LISTS);
}

/**
 * Puts products on a list. If a product is there already, the larger quantity counts, so that saving a shared list
 * twice does not double it. `leftOut`: products for which the list has no room.
 */
export function withLines(list: ProductList, lines: readonly ListLine[]): { list: ProductList; leftOut: number } {
  const all = new Map(list.lines.map((line) => [line.productId, line]));
  let leftOut = 0;
  for (const line of lines) {
    const old = all.get(line.productId);
    const quantity = Math.min(MAX_UNITS, Math.max(line.quantity, old?.quantity ?? 0));
    if (!old && all.size >= MAX_LINES) leftOut++;
    else all.set(line.productId, { ...old, ...line, quantity });
  }
  return { list: { ...list, lines: [...all.values()] }, leftOut };
}

/** Adds the products' names. Returns the same list when it has them. */
export function withNames(list: ProductList, nameOf: (productId: number) => string | undefined): ProductList {
  const lines = list.lines.map((line) => {
    const name = nameOf(line.productId);
    return name && name !== line.name ? { ...line, name } : line;
  });
  return lines.every((line, at) => line === list.lines[at]) ? list : { ...list, lines };
}

export const replaceList = (lists: Lists, changed: ProductList): Lists =>
  lists.map((list) => (list.id === changed.id ? changed : list));

/** Inserts a deleted list at its old position, unless it has returned or no more lists fit. */
export const restoreList = (lists: Lists, list: ProductList, index: number): Lists =>
  lists.length >= MAX_LISTS || lists.some(({ id }) => id === list.id)
    ? lists
    : [...lists.slice(0, index), list, ...lists.slice(index)];
