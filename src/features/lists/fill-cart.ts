import { addUnits, quantityOf, type Cart } from '#src/features/cart/cart.ts';
import type { KnownProduct } from '#src/features/cart/cart-view.ts';
import { fill } from '#src/i18n/fill.ts';
import type { ListLine } from './list.ts';
import type { ListsTexts } from './lists-texts.ts';

/** What happened to the products of a list on their way into the cart. Names are the shop's. */
interface Filling {
  cart: Cart;
  /** Units that are in the cart now. */
  added: number;
  soldOut: string[];
  /** Fewer units than asked for, because of stock or limits. */
  fewer: { name: string; added: number; asked: number }[];
  /** Sale lock, age check. */
  refused: string[];
  /** Products that have left the shop. */
  gone: number;
}

/** Puts a list into the cart, by the rules of the add buttons, and says what is missing. */
export function fillCart(cart: Cart, lines: readonly ListLine[], products: ReadonlyMap<number, KnownProduct>): Filling {
  const filling: Filling = { cart, added: 0, soldOut: [], fewer: [], refused: [], gone: 0 };
  for (const { productId, quantity } of lines) {
    const product = products.get(productId);
    if (!product) {
      filling.gone++;
      continue;
    }
    const { product_name: name, price, quantity_available: available } = product;
    if (product.sale_locked || product.age_limit > 0) {
      filling.refused.push(name);
      continue;
    }
    const before = quantityOf(filling.cart, productId);
    filling.cart = addUnits(filling.cart, [{ id: productId, price, available, quantity }]);
    const added = quantityOf(filling.cart, productId) - before;
    filling.added += added;
    if (available === 0) filling.soldOut.push(name);
    else if (added < quantity) filling.fewer.push({ name, added, asked: quantity });
  }
  return filling;
}

/** The result in words, one sentence for each kind of product. */
export function describeFilling(
  { added, soldOut, fewer, refused, gone }: Filling,
  texts: ListsTexts['filled'],
): string {
  const partly = fewer.map((line) => fill(texts.partOf, line));
  return [
    fill(added ? texts.added : texts.nothing, { count: added }),
    ...(soldOut.length ? [fill(texts.soldOut, { names: soldOut.join(', ') })] : []),
    ...(partly.length ? [fill(texts.fewer, { names: partly.join(', ') })] : []),
    ...(refused.length ? [fill(texts.refused, { names: refused.join(', ') })] : []),
    ...(gone ? [fill(texts.gone, { count: gone })] : []),
  ].join(' ');
}
