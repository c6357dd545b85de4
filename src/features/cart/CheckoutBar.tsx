import { formatEuro } from '#src/i18n/format.ts';
import type { CartTexts } from './cart-texts.ts';
import { CHECKOUT_HASH, UNKNOWN, type CartView } from './cart-view.ts';

interface Props {
  priced: Pick<CartView, 'partial' | 'total'>;
  texts: Pick<CartTexts, 'total' | 'checkout'>;
}

/**
 * On a phone the link to the checkout stays at the lower edge of the screen. cart-preview.inline.ts fills a copy of it.
 */
export default function CheckoutBar({ priced, texts }: Props) {
  return (
    <div className="checkout-bar">
      <span>
        {texts.total} <strong data-part="total">{priced.partial ? UNKNOWN : formatEuro(priced.total)}</strong>
      </span>
      <a className="button button-main" href={CHECKOUT_HASH}>
        {texts.checkout}
      </a>
    </div>
  );
}
