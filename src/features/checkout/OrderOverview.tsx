import { NAME_LANGUAGE } from '#src/features/catalogue/product.ts';
import type { ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import type { CartView } from '#src/features/cart/cart-view.ts';
import CartTotals from '#src/features/cart/CartTotals.tsx';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

/** An ordered line; amounts in EUR. */
interface OverviewLine {
  productId: number;
  name: string;
  traits: string;
  withdrawal: string;
  quantity: number;
  price: number;
  total: number;
  /** A note on the line, for example about a changed price. */
  note?: ReactNode;
}

interface Props {
  lines: OverviewLine[];
  totals: Omit<CartView, 'lines' | 'problems'>;
  pending: boolean;
  texts: Pick<CheckoutTexts, 'overviewTitle' | 'withdrawal' | 'deliveryTerm'>;
  cartTexts: CartTexts;
  /** What a gift voucher leaves to pay. */
  voucher?: ReactNode;
}

/**
 * The overview that §312j(2) BGB requires directly above the order button: goods, quantities, prices, shipping, total
 * and delivery term. It also names exceptions from the right of withdrawal.
 */
export default function OrderOverview({ lines, totals, pending, texts, cartTexts, voucher }: Props) {
  return (
    <section className="checkout-overview" aria-labelledby="checkout-overview">
      <h2 id="checkout-overview">{texts.overviewTitle}</h2>
      <ul className="checkout-lines">
        {lines.map(({ productId, name, traits, withdrawal, quantity, price, total, note }) => (
          <li key={productId}>
            <span>
              {quantity} × <strong lang={NAME_LANGUAGE}>{name}</strong>
            </span>
            <span>{formatEuro(total)}</span>
            <small className="soft">
              {traits}
              {quantity > 1 && ` · ${fill(cartTexts.each, { price: formatEuro(price) })}`}
            </small>
            {withdrawal in texts.withdrawal && (
              <small>{texts.withdrawal[withdrawal as keyof typeof texts.withdrawal]}</small>
            )}
            {note}
          </li>
        ))}
      </ul>
      <p className="checkout-delivery">{texts.deliveryTerm}</p>
      <CartTotals priced={totals} texts={cartTexts} pending={pending} codeEntry={voucher} />
    </section>
  );
}
