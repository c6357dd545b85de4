import CartTotals from '#src/features/cart/CartTotals.tsx';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import { UNKNOWN } from '#src/features/cart/cart-view.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CheckoutTexts } from '../checkout-texts.ts';

interface Props {
  /** EUR; undefined while the buyer types it. */
  value: number | undefined;
  /** '' for the buyer. */
  forWhom: string;
  pageTexts: Pick<CheckoutTexts, 'overviewTitle'>;
  texts: Record<'line' | 'shipping' | 'term', string>;
  cartTexts: CartTexts;
}

/** What §312j(2) BGB requires directly above the order button. A gift voucher has no VAT. */
export default function GiftVoucherOverview({ value, forWhom, pageTexts, texts, cartTexts }: Props) {
  const euro = value ?? 0;
  const totals = { subtotal: euro, shipping: 0, freeShippingLeft: 0, deposit: 0, vat: [], total: euro };
  return (
    <section className="checkout-overview" aria-labelledby="checkout-overview">
      <h2 id="checkout-overview">{pageTexts.overviewTitle}</h2>
      <ul className="checkout-lines">
        <li>
          <span>
            1 × <strong>{texts.line}</strong>
          </span>
          <span>{value === undefined ? UNKNOWN : formatEuro(euro)}</span>
          {forWhom && <small className="soft">{forWhom}</small>}
        </li>
      </ul>
      <p className="checkout-delivery">{texts.term}</p>
      <CartTotals
        priced={value === undefined ? { ...totals, partial: true } : totals}
        texts={{ ...cartTexts, shipping: texts.shipping, vat: '' }}
        pending={false}
      />
    </section>
  );
}
