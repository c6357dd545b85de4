import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CartTexts } from './cart-texts.ts';
import { UNKNOWN, type CartView } from './cart-view.ts';

interface Props {
  priced: CartView;
  texts: CartTexts;
  /** Makes it a landmark of that name. */
  label?: string;
  /** The figures are not the server's. */
  pending: boolean;
  /** Said while they are the first to come; its place is kept when nothing is. */
  waiting?: string;
}

/** What the cart costs. cart-preview.inline.ts fills a copy: what changes in its markup may need a look there. */
export default function CartTotals({ priced, texts, label, pending, waiting }: Props) {
  const amount = (euro: number) => (priced.partial ? UNKNOWN : formatEuro(euro));
  // Keeps its place, unseen, until the rates are known.
  const vat = priced.partial ? [{ rate: UNKNOWN, amount: 0 }] : priced.vat;

  return (
    <section className="cart-totals" aria-label={label} data-pending={pending || undefined}>
      <table>
        <tbody>
          <tr>
            <th scope="row">{texts.subtotal}</th>
            <td>{amount(priced.subtotal)}</td>
          </tr>
          <tr>
            <th scope="row">{texts.shipping}</th>
            <td>{amount(priced.shipping)}</td>
          </tr>
          {priced.deposit > 0 && (
            <tr className="cart-deposit">
              <th scope="row">{texts.deposit}</th>
              <td>{amount(priced.deposit)}</td>
            </tr>
          )}
          <tr className="cart-total">
            <th scope="row">{texts.total}</th>
            <td>{amount(priced.total)}</td>
          </tr>
          {vat.map(({ rate, amount: contained }) => (
            <tr key={rate} className="cart-vat" data-unknown={priced.partial || undefined}>
              <th scope="row">{fill(texts.vat, { rate })}</th>
              <td>{amount(contained)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{texts.terms}</p>
      {waiting !== undefined && (
        <p className="cart-waiting" role="status">
          {waiting}
        </p>
      )}
    </section>
  );
}
