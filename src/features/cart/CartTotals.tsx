import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CartTexts } from './cart-texts.ts';
import type { PricedCart } from './priced-cart.ts';

interface Props {
  priced: PricedCart;
  texts: CartTexts;
  /** The figures are of a cart that has just changed. */
  pending: boolean;
}

export default function CartTotals({ priced, texts, pending }: Props) {
  return (
    <section className="cart-totals" aria-label={texts.summary} data-pending={pending || undefined}>
      <table>
        <tbody>
          <tr>
            <th scope="row">{texts.subtotal}</th>
            <td>{formatEuro(priced.subtotal)}</td>
          </tr>
          <tr>
            <th scope="row">{texts.shipping}</th>
            <td>{formatEuro(priced.shipping)}</td>
          </tr>
          {priced.deposit > 0 && (
            <tr>
              <th scope="row">{texts.deposit}</th>
              <td>{formatEuro(priced.deposit)}</td>
            </tr>
          )}
          <tr className="cart-total">
            <th scope="row">{texts.total}</th>
            <td>{formatEuro(priced.total)}</td>
          </tr>
          {priced.vat.map(({ rate, amount }) => (
            <tr key={rate} className="cart-vat">
              <th scope="row">{fill(texts.vat, { rate })}</th>
              <td>{formatEuro(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{texts.terms}</p>
    </section>
  );
}
