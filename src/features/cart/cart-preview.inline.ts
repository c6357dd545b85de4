/**
 * Shows the stored cart before React loads. It fills copies of the markup that CartLineRow and CartTotals rendered at
 * build time, with the products of the server's last answer. The script runs inside the cart page, behind the preview's
 * markup.
 */
import { smallAvif } from '#src/features/catalogue/pictures/picture.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import type { CartLine } from './cart.ts';
import type { PreviewTexts } from './cart-texts.ts';
import {
  CART_PREVIEW_ID,
  describeAmount,
  describeFreeLeft,
  describePrice,
  describeProblem,
  describeUnit,
  estimateCart,
  isCounted,
  RELEASED,
  rememberedProducts,
  UNKNOWN,
  type CartView,
  type CartViewLine,
} from './cart-view.ts';
import type { CartProblem } from './priced-cart.ts';
import { readCart } from './stored-cart.ts';

const preview = document.getElementById(CART_PREVIEW_ID)!;
const texts = JSON.parse(preview.dataset.texts!) as PreviewTexts;
const find = <E extends HTMLElement>(root: Element, selector: string) => root.querySelector<E>(selector)!;
/** The element with this `data-part` name. */
const part = (root: Element, name: string) => find(root, `[data-part=${name}]`);

const cart = readCart();
if (cart.length === 0) {
  for (const filled of ['.cart-columns', '.checkout-bar']) find(preview, filled).remove();
  preview.setAttribute('aria-busy', 'false'); // client:cart loads no React for an empty cart
} else {
  find(preview, '.cart-empty').remove();
  const view = estimateCart(cart, rememberedProducts(), JSON.parse(preview.dataset.terms!) as ShopTerms);
  const sample = find(preview, '.cart-line');
  const rows = view.lines.map((line, at) => {
    const problems = view.problems.filter(({ productId }) => productId === line.productId);
    return fillRow(sample.cloneNode(true) as HTMLElement, line, cart[at]!, problems);
  });
  sample.replaceWith(...rows);
  fillTotals(find(preview, '.cart-totals'), view);
  if (!view.partial) part(find(preview, '.checkout-bar'), 'total').textContent = formatEuro(view.total);
}
preview.hidden = false;

preview.addEventListener('pointerdown', () => (preview.dataset.pressed = ''));
const release = (wait: number) =>
  setTimeout(() => {
    delete preview.dataset.pressed;
    preview.dispatchEvent(new Event(RELEASED));
  }, wait);
for (const end of ['click', 'pointercancel']) addEventListener(end, () => release(0));
// A long press has no click, and a phone may send the click late.
addEventListener('pointerup', () => release(400));

function fillRow(row: HTMLElement, line: CartViewLine, stored: CartLine, problems: CartProblem[]): HTMLElement {
  const { product } = line;
  fillOrRemove(part(row, 'price'), describePrice(texts, line));
  find(row, '.cart-line-total').textContent = describeAmount(texts, line, stored, problems);
  find<HTMLSelectElement>(row, 'select').value = String(stored.quantityInCart);
  if (!product) return row;
  const link = find<HTMLAnchorElement>(row, 'a');
  link.href = preview.dataset.productBase! + product.slug;
  link.textContent = product.product_name;
  find<HTMLSourceElement>(row, 'source').srcset = smallAvif(product.image) ?? '';
  find<HTMLImageElement>(row, 'img').src = product.image;
  fillOrRemove(part(row, 'unit'), describeUnit(texts, product));
  row.toggleAttribute('data-uncounted', !isCounted(problems));
  for (const { code } of problems)
    find(row, '.cart-line-text').append(
      Object.assign(document.createElement('span'), {
        className: 'cart-problem',
        textContent: describeProblem(texts, code, line, stored),
      }),
    );
  for (const control of row.querySelectorAll('[aria-label]'))
    control.setAttribute(
      'aria-label',
      control.getAttribute('aria-label')!.replace(UNKNOWN, () => product.product_name),
    );
  return row;
}

function fillOrRemove(element: Element, text: string): void {
  if (text) element.textContent = text;
  else element.remove();
}

function fillTotals(totals: HTMLElement, view: CartView): void {
  if (view.deposit === 0) find(totals, '.cart-deposit').remove();
  if (view.freeShippingLeft > 0) part(totals, 'free').textContent = describeFreeLeft(texts, view);
  else totals.querySelector('[data-part=free]')?.remove();
  if (view.partial) return;
  for (const name of ['subtotal', 'shipping', 'deposit', 'total'] as const)
    if (view[name] || name !== 'deposit') part(totals, name).textContent = formatEuro(view[name]);
  const sample = totals.querySelector<HTMLElement>('.cart-vat');
  sample?.replaceWith(
    ...view.vat.map(({ rate, amount }) => {
      const row = sample.cloneNode(true) as HTMLElement;
      delete row.dataset.unknown;
      part(row, 'rate').textContent = part(row, 'rate').textContent.replace(UNKNOWN, String(rate));
      part(row, 'tax').textContent = formatEuro(amount);
      return row;
    }),
  );
}
