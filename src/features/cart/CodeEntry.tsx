import { useState, type KeyboardEvent } from 'react';
import type codeTexts from '#locales/en-US/codes.json';
import type { Locale } from '#src/i18n/locales.ts';
import { $code, keepCode } from './code.store.ts';
import styles from './code-entry.scss?inline';
import type { PricedCart } from './priced-cart.ts';

interface Props {
  locale: Locale;
  priced: Pick<PricedCart, 'discounts' | 'codeProblem' | 'codeTerms'>;
  /** Whether PayPal's express button is hidden because of the code. */
  hidesExpress?: boolean;
}

type CodeTexts = typeof codeTexts;

/** What the server reads; capitals may be longer than what was typed. */
const LONGEST = 100;

const TEXTS = import.meta.glob<CodeTexts['entry']>('/locales/*/codes.json', { import: 'entry', eager: true });

/** The place for a discount code: a quiet link until a code is entered. It is also inside of a form, so it has none. */
export default function CodeEntry({ locale, priced, hidesExpress }: Props) {
  const texts = TEXTS[`/locales/${locale}/codes.json`]!;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const code = $code.get();
  const apply = () => typed.trim() && keepCode(typed.trim().toUpperCase().slice(0, LONGEST));
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    apply();
  };
  const isApplied = (priced.discounts?.length ?? 0) > 0;
  if (!isOpen && !code)
    return (
      <button type="button" className="link code-ask" onClick={() => setOpen(true)}>
        {texts.ask}
      </button>
    );
  return (
    <div className="code-entry">
      {!isApplied && (
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
            ref={code ? undefined : takeFocus}
          />
          <button type="button" className="button" onClick={apply}>
            {texts.apply}
          </button>
        </div>
      )}
      <div role="status">
        {priced.codeProblem && (
          <p className="cart-problem" id="code-problem">
            {code}: {priced.codeProblem}
          </p>
        )}
        {priced.codeTerms && (
          <p className="soft">
            {texts.terms} {priced.codeTerms}.
          </p>
        )}
        {isApplied && hidesExpress && <p className="soft">{texts.express}</p>}
      </div>
      {code && (
        <button
          type="button"
          className="link"
          onClick={() => {
            setOpen(!isApplied);
            setTyped('');
            keepCode('');
          }}
        >
          {texts.remove}
        </button>
      )}
    </div>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

/** For the cart, so that no page of a shop without codes loads the code that adds them. */
CodeEntry.styles = styles;
