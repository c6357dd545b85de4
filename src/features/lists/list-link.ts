/**
 * A list as the fragment of an address: `#name=Feijoada&items=12.2-45`, or `#12` for products that shall be put on a
 * list. Browsers never send a fragment to a server, so sharing a list needs no account and stores nothing. Products are
 * named by id, which is never used again.
 */
import { tidyLines, tidyName, type ListLine } from './list.ts';

/** The address of the page that puts the stored cart on a list. */
export const CART_FRAGMENT = '#cart';

/** Longer than any list that this shop writes. */
const MAX_FRAGMENT = 4000;

/** Marks what the shopper bought: it is not somebody else's list. */
const BOUGHT = 'bought';

export interface LinkedList {
  /** '' for products without a list, such as the one of a product page. */
  name: string;
  lines: ListLine[];
  /** An order of the shopper, whose name is only proposed. */
  isBought?: boolean;
}

export function listFragment(lines: readonly ListLine[], name: string): string {
  const items = lines.map(({ productId, quantity }) => (quantity === 1 ? productId : `${productId}.${quantity}`));
  return `#${new URLSearchParams({ name, items: items.join('-') }).toString()}`;
}

/** A list of what was ordered. */
export const orderListFragment = (lines: readonly ListLine[], name: string): string =>
  `${listFragment(lines, name)}&${BOUGHT}`;

/** Reads the list in a URL; undefined if it has no products. Anyone can write such a URL, so its size is limited. */
export function readListFragment(fragment: string): LinkedList | undefined {
  if (fragment.length > MAX_FRAGMENT) return undefined;
  const written = fragment.replace(/^#/, '');
  const query = new URLSearchParams(written);
  const items = (query.get('items') ?? written).split('-').map((item) => {
    const [, productId, quantity = '1'] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(item) ?? [];
    return { productId: Number(productId), quantity: Number(quantity) };
  });
  const lines = tidyLines(items);
  if (lines.length === 0) return undefined;
  return { name: tidyName(query.get('name')), lines, ...(query.has(BOUGHT) && { isBought: true }) };
}
