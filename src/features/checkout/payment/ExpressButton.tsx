import { useRef, useState } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail, type Result } from '#src/shared/result.ts';
import type { Attempt } from '../attempt.store.ts';
import type { StepTexts } from '../checkout-texts.ts';
import payAtOnceUrl from './pay-at-once.ts?shared-chunk-url';
import PaypalLabel from './PaypalLabel.tsx';
import type { Payment } from './payment.store.ts';
import { explainUnexpected } from '../unexpected-failure.ts';
import paymentUrl from './payment.store.ts?shared-chunk-url';

interface Props {
  locale: Locale;
  /** The cart to buy, or why it cannot be bought. */
  attempt: () => Result<Attempt, FetchError>;
  label: string;
  texts: Pick<StepTexts, 'cancelled' | 'failed' | 'checkoutError' | 'form'>;
  reviewHref: string;
  /** Called when the shop refused the order, for example because a price has changed. */
  onRefused?: (error: FetchError) => void;
}

interface Code {
  payment: Payment;
  atOnce: typeof import('./pay-at-once.ts');
}

/** undefined when PayPal's script or the shop's own code does not load. */
async function load(locale: Locale): Promise<Code | undefined> {
  const code = await Promise.all([
    importAnew<typeof import('./payment.store.ts')>(paymentUrl),
    importAnew<typeof import('./pay-at-once.ts')>(payAtOnceUrl),
  ]).catch(() => undefined);
  const payment = await code?.[0].loadPayment(locale);
  return code && payment?.ok ? { payment: payment.value, atOnce: code[1] } : undefined;
}

/** Buys with the address and email from PayPal. PayPal's script loads at the button's first use only. */
export default function ExpressButton({ locale, attempt, label, texts, reviewHref, onRefused }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const loading = useRef<Promise<Code | undefined>>(undefined);
  const prepare = async () => {
    const code = await (loading.current ??= load(locale));
    if (!code) loading.current = undefined; // the next use retries
    return code;
  };
  const run = async (): Promise<Result<string, FetchError>> => {
    const wanted = attempt();
    if (!wanted.ok) return wanted;
    const code = await prepare();
    return code
      ? code.atOnce.payAtOnce(code.payment, wanted.value, texts, 'assign')
      : fail({ kind: 'paypal_err', status: 503, detail: texts.failed });
  };
  const pay = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem('');
    const paid = await run();
    isRunning.current = false;
    setBusy(false);
    if (paid.ok) return location.assign(`${reviewHref}?checkout=${paid.value}`);
    setProblem(explainUnexpected(paid.error, texts).detail ?? texts.failed);
    onRefused?.(paid.error);
  };
  return (
    <>
      <button
        type="button"
        className="button button-paypal"
        aria-busy={busy}
        onPointerDown={() => void prepare()}
        onFocus={() => void prepare()}
        onClick={() => void pay()}
      >
        <PaypalLabel text={label} />
      </button>
      {problem && (
        <span className="notice notice-problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
