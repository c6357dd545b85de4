import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import { describeProblem } from '#src/features/cart/cart-view.ts';
import type { PricedCart } from '#src/features/cart/priced-cart.ts';
import { $cart } from '#src/features/cart/cart.store.ts';
import { traitsOf } from '#src/features/catalogue/traits.ts';
import { orderableLines } from '#src/features/orders/orderable.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import OrderOverview from './OrderOverview.tsx';

interface Props {
  priced: PricedCart;
  pending: boolean;
  texts: CheckoutTexts;
  cartTexts: CartTexts;
  /** What a gift voucher leaves to pay. */
  voucher?: ReactNode;
}

/** The overview of a cart; a line says when its price has changed since the shopper added it. */
export default function CartOverview({ priced, pending, texts, cartTexts, voucher }: Props) {
  const cart = useStore($cart);
  const changedPrice = (line: PricedCart['lines'][number]) => {
    const stored = cart.find(({ productId }) => productId === line.productId);
    const isChanged = priced.problems.some(
      ({ productId, code }) => productId === line.productId && code === 'price_changed',
    );
    return (
      stored &&
      isChanged && (
        <small className="cart-problem" role="alert">
          {describeProblem(cartTexts, 'price_changed', line, stored)}
        </small>
      )
    );
  };
  const lines = orderableLines(priced).map((line) => {
    const { product_name: name, variant: variantLabel = '', net_quantity: netQuantity } = line.product;
    return {
      ...line,
      name,
      traits: traitsOf({ ...line.product, name, variantLabel, netQuantity }),
      withdrawal: line.product.withdrawal ?? '',
      note: changedPrice(line),
    };
  });
  return <OrderOverview lines={lines} totals={priced} {...{ pending, texts, cartTexts, voucher }} />;
}
