import { rememberProducts } from '#src/features/cart/cart-view.ts';
import { MAX_LINES, type Cart } from '#src/features/cart/cart.ts';
import { fetchPricedCart } from '#src/features/cart/priced-cart.ts';
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import { fill } from '#src/i18n/fill.ts';
import { shownLocale } from '#src/i18n/locales.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import type { AccountTexts } from '#src/features/account/account-texts.ts';
// Not in this code, which every used page loads: lists need nanostores, and with it comes React.
import keepLeftOutUrl from './keep-left-out.ts?shared-chunk-url';
import type { Units } from './merge-carts.ts';
import styles from './merged-note.scss?inline';

const TEXTS = import.meta.glob<AccountTexts['cart']>('/locales/*/account.json', { import: 'cart', eager: true });

const keep = async (leftOut: Units, list: string): Promise<boolean> => {
  const url = keepLeftOutUrl;
  const code = await importAnew<typeof import('./keep-left-out.ts')>(url).catch(() => undefined);
  return code?.default(leftOut, list) ?? false;
};

let isStyled = false;

/** More names are too long for a message. */
const MOST_NAMES = 5;

interface Merging {
  /** The cart of this device now. */
  cart: Cart;
  added: Units;
  removed: Units;
  /** Products for which the cart had no room. */
  leftOut: Units;
}

/** Says what came from another device and what left the cart there. Stays until it is closed. */
export async function showMerged({ cart, added, removed, leftOut }: Merging): Promise<void> {
  const texts = TEXTS[`/locales/${shownLocale()}/account.json`]!;
  const isKept = leftOut.length > 0 && (await keep(leftOut, texts.leftOutList));
  const gone = removed.filter(({ productId }) => !cart.some((line) => line.productId === productId));
  const others = [...gone, ...leftOut].map(({ productId }) => ({ productId, quantityInCart: 1, addedPrice: 0 }));
  const [answer, named] = await Promise.all([
    fetchPricedCart(cart, shownLocale()),
    others.length > 0 ? fetchPricedCart(others.slice(0, MAX_LINES), shownLocale()) : undefined,
  ]);
  if (answer.ok) rememberProducts(answer.value);
  const lines = [answer, named].flatMap((one) => (one?.ok ? one.value.lines : []));
  const describe = (units: Units) => {
    const names = units.flatMap(({ productId, quantity }) => {
      const name = lines.find((line) => line.productId === productId)?.product.product_name;
      return name ? [`${quantity}\u00a0× ${name}`] : [];
    });
    const more = units.length - Math.min(names.length, MOST_NAMES);
    return [...names.slice(0, MOST_NAMES), ...(more > 0 ? [fill(texts.more, { count: more })] : [])].join(', ');
  };
  say(
    [
      ...(added.length ? [fill(texts.added, { names: describe(added) })] : []),
      ...(removed.length ? [fill(texts.removed, { names: describe(removed) })] : []),
      ...(leftOut.length ? [fill(texts.leftOut, { names: describe(leftOut) })] : []),
      ...(isKept ? [fill(texts.leftOutKept, { list: texts.leftOutList })] : []),
    ].join(' '),
    texts.close,
  );
}

function say(text: string, close: string): void {
  const area = document.getElementById('alerts');
  if (!area) return;
  const alert = Object.assign(document.createElement('p'), {
    className: 'alert alert-success',
    textContent: `${text} `,
  });
  const button = Object.assign(document.createElement('button'), {
    ...{ type: 'button', className: 'button', textContent: close },
    onclick: () => alert.remove(),
  });
  alert.append(button);
  if (!isStyled) adoptStyles(styles);
  isStyled = true;
  area.replaceChildren(alert);
}
