import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import { describeProblem } from '#src/features/cart/cart-view.ts';
import CartTotals from '#src/features/cart/CartTotals.tsx';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { useCart } from '#src/features/cart/use-cart.ts';
import { traitsOf } from '#src/features/catalogue/traits.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { orderableLines } from './orderable.ts';

interface Props {
  priced: PricedCart;
  pending: boolean;
  texts: CheckoutTexts;
  cartTexts: CartTexts;
}

/** The overview that §312j(2) BGB requires directly above the order button: goods, quantities, prices, shipping, total and delivery term. It also names exceptions from the right of withdrawal. */
export default function OrderOverview({ priced, pending, texts, cartTexts }: Props) {
  const cart = useCart(undefined);
  const changedPrice = (line: PricedCart['lines'][number]) => {
    const stored = cart.find(({ productId }) => productId === line.productId);
    const isChanged = priced.problems.some(({ productId, code }) => productId === line.productId && code === 'price_changed');
    return stored && isChanged && describeProblem(cartTexts, 'price_changed', line, stored);
  };
  return (
    <section className="checkout-overview" aria-labelledby="checkout-overview">
      <h2 id="checkout-overview">{texts.overviewTitle}</h2>
      <ul className="checkout-lines">
        {orderableLines(priced).map((line) => {
          const { productId, quantity, price, total, product } = line;
          const changed = changedPrice(line);
          return (
            <li key={productId}>
              <span>
                {quantity} × <strong>{product.product_name}</strong>
                <small className="soft"> {traitsOf({ ...product, netQuantity: product.net_quantity })}</small>
                {product.withdrawal && <small className="checkout-exception">{texts.withdrawal[product.withdrawal]}</small>}
                {changed && (
                  <small className="cart-problem" role="alert">
                    {changed}
                  </small>
                )}
              </span>
              <span>
                {formatEuro(total)}
                {quantity > 1 && <small className="soft">{fill(cartTexts.each, { price: formatEuro(price) })}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="checkout-delivery">{texts.deliveryTerm}</p>
      <CartTotals priced={priced} texts={cartTexts} pending={pending} />
    </section>
  );
}
