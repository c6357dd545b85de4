/**
 * Shows the stored cart before React arrives: fills copies of what CartLineRow and CartTotals rendered at build time, by
 * the products that the last answer told. Stands in the cart page, behind the preview.
 */
import { smallAvif } from '#src/features/catalogue/picture.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CartLine } from './cart.ts';
import type { PreviewTexts } from './cart-texts.ts';
import {
  CART_PREVIEW_ID,
  describeAmount,
  describePrice,
  describeProblem,
  describeUnit,
  estimateCart,
  isCounted,
  rememberedProducts,
  UNKNOWN,
  type CartView,
  type CartViewLine,
} from './cart-view.ts';
import type { CartProblem } from './priced-cart.ts';
import { readCart } from './stored-cart.ts';

const preview = document.getElementById(CART_PREVIEW_ID)!;
const texts = JSON.parse(preview.dataset.texts!) as PreviewTexts;
const part = <E extends HTMLElement>(root: Element, selector: string) => root.querySelector<E>(selector)!;

const cart = readCart();
if (cart.length === 0) {
  part(preview, '.cart-columns').remove();
  preview.setAttribute('aria-busy', 'false'); // React comes only once there is something to show (client:cart)
} else {
  part(preview, '.cart-empty').remove();
  const view = estimateCart(cart, rememberedProducts());
  const sample = part(preview, '.cart-line');
  const rows = view.lines.map((line, at) => {
    const problems = view.problems.filter(({ productId }) => productId === line.productId);
    return fillRow(sample.cloneNode(true) as HTMLElement, line, cart[at]!, problems);
  });
  sample.replaceWith(...rows);
  fillTotals(part(preview, '.cart-totals'), view);
}
preview.hidden = false;

function fillRow(row: HTMLElement, line: CartViewLine, stored: CartLine, problems: CartProblem[]): HTMLElement {
  const { product } = line;
  const [price, unit] = row.querySelectorAll('.soft');
  fillOrRemove(price!, describePrice(texts, line));
  part(row, '.cart-line-total').textContent = describeAmount(texts, line, stored, problems);
  part<HTMLSelectElement>(row, 'select').value = String(stored.quantityInCart);
  if (!product) return row;
  const link = part<HTMLAnchorElement>(row, 'a');
  link.href = preview.dataset.productBase! + product.slug;
  link.textContent = product.product_name;
  part<HTMLSourceElement>(row, 'source').srcset = smallAvif(product.image) ?? '';
  part<HTMLImageElement>(row, 'img').src = product.image;
  fillOrRemove(unit!, describeUnit(texts, product));
  row.toggleAttribute('data-uncounted', !isCounted(problems));
  for (const { code } of problems)
    part(row, '.cart-line-text').append(
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

function fillTotals(totals: HTMLElement, { partial, subtotal, shipping, deposit, total, vat }: CartView): void {
  if (deposit === 0) part(totals, '.cart-deposit').remove();
  if (partial) return;
  const amounts = deposit ? [subtotal, shipping, deposit, total] : [subtotal, shipping, total];
  totals.querySelectorAll('tr:not(.cart-vat) td').forEach((cell, at) => (cell.textContent = formatEuro(amounts[at]!)));
  const sample = part(totals, '.cart-vat');
  sample.replaceWith(
    ...vat.map(({ rate, amount }) => {
      const row = sample.cloneNode(true) as HTMLElement;
      delete row.dataset.unknown;
      row.firstElementChild!.textContent = row.firstElementChild!.textContent.replace(UNKNOWN, String(rate));
      row.lastElementChild!.textContent = formatEuro(amount);
      return row;
    }),
  );
}
