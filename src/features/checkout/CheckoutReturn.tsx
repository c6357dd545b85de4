import { useEffect, useState } from 'react';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { forgetAttempt, readAttempt } from './attempt.store.ts';
import { cancelCheckout } from './checkout-api.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { finishAttempt } from './place.ts';

interface Props {
  texts: CheckoutTexts;
  cartHref: string;
  loginHref: string;
  orderBase: string;
}

/** The way back from PayPal where no window could be opened; in whichever tab it ends, the server knows the rest. */
export default function CheckoutReturn({ texts, cartHref, loginHref, orderBase }: Props) {
  const [problem, setProblem] = useState<string>();
  const [signedOut, setSignedOut] = useState(false);

  const finish = async () => {
    setProblem(undefined);
    const query = new URLSearchParams(location.search);
    const checkoutId = query.get('checkout') ?? '';
    const attempt = readAttempt();
    if (query.has('cancelled')) {
      forgetAttempt();
      await cancelCheckout(checkoutId);
      return setProblem(texts.cancelled);
    }
    const settled = await finishAttempt({ checkoutId, lines: attempt?.checkoutId === checkoutId ? attempt.lines : [] });
    if (settled.ok) return location.replace(`${orderBase}${settled.value.orderNumber}?placed`);
    setSignedOut(settled.error.status === 401);
    setProblem(describe(settled.error));
  };
  useEffect(() => void finish(), []);

  if (problem === undefined) return <p role="status">{texts.finishing}</p>;
  return (
    <div className="notice notice-problem" role="alert">
      <p>{problem}</p>
      {signedOut ? (
        <a className="button button-main" href={`${loginHref}${encodeURIComponent(location.pathname + location.search)}`}>
          {texts.login}
        </a>
      ) : (
        <>
          <button type="button" className="button button-main" onClick={() => void finish()}>
            {texts.askAgain}
          </button>{' '}
          <a className="button" href={cartHref}>
            {texts.backToCart}
          </a>
        </>
      )}
    </div>
  );

  function describe({ status, detail, kind }: FetchError): string {
    if (status === 0) return texts.form.network;
    return kind === 'payment_not_approved' ? texts.closed : (detail ?? texts.failed);
  }
}
