/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- as in
   CartTotals.tsx */
import type codeTexts from '#locales/en-US/codes.json';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { nearestCents, toEuro } from '#src/shared/money.ts';
import type { CartTexts } from './cart-texts.ts';
import type { PricedCart } from './priced-cart.ts';

interface Props {
  locale: Locale;
  priced: Pick<PricedCart, 'total' | 'voucher'>;
}

type CodeTexts = typeof codeTexts;

const TEXTS = import.meta.glob<CodeTexts['voucher']>('/locales/*/codes.json', {
  import: 'voucher',
  eager: true,
});

const textsIn = (locale: Locale) => TEXTS[`/locales/${locale}/codes.json`]!;

/** Instead of the ways to pay, when nothing is left to pay. */
export const allPaidText = (locale: Locale): string => textsIn(locale).all;

/** EUR that a gift voucher leaves to pay. */
export const voucherDue = ({ total, voucher }: Props['priced']): number =>
  voucher ? toEuro(nearestCents(total - voucher.used)) : total;

/** In place of the total in the bar that leads to the checkout: what a gift voucher leaves to pay. */
export const dueBar = (locale: Locale, priced: Props['priced'], { checkout }: Pick<CartTexts, 'checkout'>) =>
  priced.voucher && {
    priced: { partial: false, total: voucherDue(priced) },
    texts: { total: textsIn(locale).due, checkout },
  };

/** Below the total, which a gift voucher does not change: what it pays, and what is left to pay. */
export default function VoucherTotals({ locale, priced }: Props) {
  const { voucher } = priced;
  if (!voucher) return undefined;
  const texts = textsIn(locale);
  const [before, after] = texts.line.split('{{code}}');
  return (
    <>
      <table role="table">
        <tbody role="rowgroup">
          <tr role="row">
            <th scope="row" role="rowheader">
              {before}
              <span className="voucher-code">{voucher.code}</span>
              {after}
            </th>
            <td role="cell">{formatEuro(-voucher.used)}</td>
          </tr>
          <tr role="row" className="cart-total">
            <th scope="row" role="rowheader">
              {texts.due}
            </th>
            <td role="cell">{formatEuro(voucherDue(priced))}</td>
          </tr>
        </tbody>
      </table>
      {voucher.left > 0 && <p className="soft">{fill(texts.left, { left: formatEuro(voucher.left) })}</p>}
    </>
  );
}
