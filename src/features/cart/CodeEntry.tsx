import { useState, type KeyboardEvent } from 'react';
import type codeTexts from '#locales/en-US/codes.json';
import { typedCodes } from '#src/features/vouchers/typed-codes.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { $code, keepCode } from './code.store.ts';
import styles from './code-entry.scss?inline';
import type { PricedCart } from './priced-cart.ts';
import VoucherTotals, { allPaidText, dueBar, voucherDue } from './VoucherTotals.tsx';

interface Props {
  locale: Locale;
  priced: Pick<PricedCart, 'discounts' | 'codeProblem' | 'codeTerms' | 'total' | 'voucher' | 'vouchers'>;
  /** Whether PayPal's express button is hidden because of the code. */
  hidesExpress?: boolean;
}

type CodeTexts = typeof codeTexts;

/** What the server reads; capitals may be longer than what was typed. */
const LONGEST = 100;

const TEXTS = import.meta.glob<CodeTexts['entry']>('/locales/*/codes.json', { import: 'entry', eager: true });

/**
 * The place for a discount code and a gift voucher: a quiet link until one is entered. It is also inside of a form, so
 * it has none.
 */
export default function CodeEntry({ locale, priced, hidesExpress }: Props) {
  const texts = TEXTS[`/locales/${locale}/codes.json`]!;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const words = typedCodes({ code: $code.get() });
  const keep = ({ code, voucher }: typeof words) => keepCode([code, voucher].filter(Boolean).join(' '));
  const apply = () => {
    // Nothing in a code is a space, and a voucher's is often typed with some.
    const entered = typedCodes({ code: typed.replace(/\s/g, '').toUpperCase().slice(0, LONGEST) });
    if (!entered.code && !entered.voucher) return;
    keep({ ...words, ...entered });
    setOpen(false);
  };
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  const isDiscounted = (priced.discounts?.length ?? 0) > 0;
  const isApplied = isDiscounted || priced.voucher !== undefined;
  const isFull = isDiscounted && (priced.voucher !== undefined || !priced.vouchers);
  const isEntering = !isFull && (isOpen || priced.codeProblem !== undefined || (!!$code.get() && !isApplied));
  /** The word that takes nothing off. */
  const refused = priced.voucher ? words.code : isDiscounted ? words.voucher : $code.get();
  const ask = !isEntering && !isFull && (
    <button type="button" className="link code-ask" onClick={() => setOpen(true)}>
      {texts.ask}
    </button>
  );
  if (!isOpen && !$code.get()) return ask;
  const remove = (kind: keyof typeof words, label: string) =>
    words[kind] && (
      <button
        type="button"
        className="link"
        onClick={() => {
          setOpen(!isApplied);
          setTyped('');
          keep({ ...words, [kind]: undefined });
        }}
      >
        {label}
      </button>
    );
  return (
    <div className="code-entry">
      {hidesExpress && <VoucherTotals {...{ locale, priced }} />}
      {isEntering && (
        <div className="code-field">
          <label htmlFor="code">{texts.label}</label>
          <input
            id="code"
            value={typed}
            maxLength={LONGEST}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={priced.codeProblem && 'code-problem'}
            aria-invalid={priced.codeProblem ? true : undefined}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={applyOnEnter}
            ref={$code.get() && !isOpen ? undefined : takeFocus}
          />
          <button type="button" className="button" onClick={apply}>
            {texts.apply}
          </button>
        </div>
      )}
      <div role="status">
        {priced.codeProblem && (
          <p className="cart-problem" id="code-problem">
            {refused}: {priced.codeProblem}
          </p>
        )}
        {priced.codeTerms && (
          <p className="soft">
            {texts.terms} {priced.codeTerms}.
          </p>
        )}
        {isApplied && hidesExpress && <p className="soft">{priced.voucher ? texts.expressVoucher : texts.express}</p>}
      </div>
      {ask}
      {remove('code', texts.remove)}
      {remove('voucher', texts.removeVoucher)}
    </div>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** For the cart, so that no page of a shop without codes loads the code that adds them. */
CodeEntry.styles = styles;
/** The cart's bar on a phone says what a gift voucher leaves to pay. */
CodeEntry.dueBar = dueBar;
/** The checkout needs them for who pays with a voucher, and only then. */
CodeEntry.voucher = { Totals: VoucherTotals, dueOf: voucherDue, allPaid: allPaidText };
