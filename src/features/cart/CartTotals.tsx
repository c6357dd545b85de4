/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Browsers drop the roles of rows that wrap (cart-page.scss). */
import type { ReactNode } from 'react';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { CartTexts } from './cart-texts.ts';
import { CHECKOUT_HASH, describeFreeLeft, UNKNOWN, type CartView } from './cart-view.ts';

interface Props {
  priced: Omit<CartView, 'lines' | 'problems'>;
  texts: CartTexts;
  /** Accessible name of the region. */
  label?: string;
  /** The amounts are an estimate. */
  pending: boolean;
  /** Shows the terms and the link to the checkout step below the amounts. */
  withCheckout?: boolean;
  /** Address of the contact page; without it no link. */
  contactHref?: string;
  /** Status text while the first response loads; an empty text keeps its line, so that nothing moves. */
  waiting?: string;
  /** The place for a discount code. */
  codeEntry?: ReactNode;
}

/** The costs of the cart. cart-preview.inline.ts fills a copy of it by the `data-part` names: change both together. */
export default function CartTotals({
  priced,
  texts,
  label,
  pending,
  withCheckout,
  contactHref,
  waiting,
  codeEntry,
}: Props) {
  const amount = (euro: number) => (priced.partial ? UNKNOWN : formatEuro(euro));
  // An invisible row keeps the place until the tax rates are known. A small business has no text for it, because it
  // charges none.
  const vat = priced.partial && texts.vat ? [{ rate: UNKNOWN, amount: 0 }] : priced.vat;

  return (
    <section className="cart-totals" aria-label={label} data-pending={pending || undefined}>
      <table role="table">
        <tbody role="rowgroup">
          <tr role="row">
            <th scope="row" role="rowheader">
              {texts.subtotal}
            </th>
            <td role="cell" data-part="subtotal">
              {amount(priced.subtotal)}
            </td>
          </tr>
          <tr role="row">
            <th scope="row" role="rowheader">
              {texts.shipping}
            </th>
            <td role="cell" data-part="shipping">
              {amount(priced.shipping)}
            </td>
          </tr>
          {priced.discounts?.map(({ code, label: name, amount: off }) => (
            <tr role="row" key={code}>
              <th scope="row" role="rowheader">
                {name}
              </th>
              <td role="cell">{amount(-off)}</td>
            </tr>
          ))}
          {priced.deposit > 0 && (
            <tr role="row" className="cart-deposit">
              <th scope="row" role="rowheader">
                {texts.deposit}
              </th>
              <td role="cell" data-part="deposit">
                {amount(priced.deposit)}
              </td>
            </tr>
          )}
          <tr role="row" className="cart-total">
            <th scope="row" role="rowheader">
              {texts.total}
            </th>
            <td role="cell" data-part="total">
              {amount(priced.total)}
            </td>
          </tr>
          {vat.map(({ rate, amount: contained }) => (
            <tr role="row" key={rate} className="cart-vat" data-unknown={priced.partial || undefined}>
              <th scope="row" role="rowheader" data-part="rate">
                {fill(texts.vat, { rate })}
              </th>
              <td role="cell" data-part="tax">
                {amount(contained)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {codeEntry}
      {withCheckout && priced.freeShippingLeft > 0 && (
        <p className="cart-free" data-part="free">
          {describeFreeLeft(texts, priced)}
        </p>
      )}
      {withCheckout && <p className="soft">{texts.terms}</p>}
      {waiting !== undefined && (
        <p className="cart-waiting" role="status">
          {waiting}
        </p>
      )}
      {withCheckout && (
        <a className="button button-main" href={CHECKOUT_HASH}>
          {texts.checkout}
        </a>
      )}
      {contactHref && (
        <a className="cart-questions" href={contactHref}>
          {texts.questions}
        </a>
      )}
    </section>
  );
}
