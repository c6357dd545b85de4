import { useEffect, useState } from 'react';
import { CHECKOUT_HASH } from '#src/features/cart/cart-view.ts';
import { GIFT_VOUCHER_PATH } from '#src/shared/gift-voucher-path.ts';
import type { FetchError } from '#src/shared/fetch-json.ts';
import { CANCELLED, forgetAttempt, rememberMaybePaid, readAttempt } from './attempt.store.ts';
import { postCancellation } from './checkout-api.ts';
import type { ReturnTexts } from './checkout-texts.ts';
import { finishAttempt, isUnsettled } from './payment/pay-and-order.ts';
import { forgetTyped } from './gift-voucher/typed-voucher.ts';
import { explainUnexpected } from './unexpected-failure.ts';

interface Props {
  texts: ReturnTexts;
  cartHref: string;
  loginHref: string;
  purchasesHref: string;
  orderBase: string;
}

/**
 * The page to which PayPal returns when the browser opened no window. It works in any tab, because the server knows the
 * checkout.
 */
export default function CheckoutReturn({ texts, cartHref, loginHref, purchasesHref, orderBase }: Props) {
  const [problem, setProblem] = useState<FetchError>();
  /** The page of the order by phone, or of the gift voucher, that the buyer was paying. */
  const [back, setBack] = useState<{ href: string; isVoucher: boolean }>();

  const finish = async () => {
    setProblem(undefined);
    const query = new URLSearchParams(location.search);
    const checkoutId = query.get('checkout') ?? '';
    const begun = readAttempt();
    const offer = begun?.checkoutId === checkoutId ? begun.offer : undefined;
    const isVoucher = offer?.includes(GIFT_VOUCHER_PATH) === true;
    if (offer) setBack({ href: offer, isVoucher });
    if (query.has('cancelled')) {
      const cancelled = await postCancellation(checkoutId);
      if (cancelled.ok) {
        forgetAttempt(checkoutId);
        return location.replace(
          isVoucher ? `${offer}?${CANCELLED}` : (offer ?? `${cartHref}?${CANCELLED}${CHECKOUT_HASH}`),
        );
      }
      // 409: PayPal has the money, or may be taking it.
      if (cancelled.error.status !== 409) return setProblem(cancelled.error);
    } else rememberMaybePaid(checkoutId, true);
    const attempt = readAttempt();
    const settled = await finishAttempt(
      attempt?.checkoutId === checkoutId ? attempt : { checkoutId, lines: [] },
      texts,
    );
    if (settled.ok && isVoucher) forgetTyped();
    if (settled.ok) return location.replace(`${orderBase}${settled.value.orderNumber}?placed`);
    setProblem(settled.error);
  };
  // oxlint-disable-next-line react/exhaustive-deps -- the page's address says once what to do
  useEffect(() => void finish(), []);

  if (!problem) return <p role="status">{texts.finishing}</p>;
  return (
    <div className="notice notice-problem" role="alert">
      <p>{describe(problem)}</p>
      <p className="notice-actions">{waysOn(problem)}</p>
    </div>
  );

  function describe(error: FetchError): string {
    if (error.kind === 'not_found') return texts.unknownCheckout;
    return error.kind === 'payment_not_approved'
      ? texts.closed
      : (explainUnexpected(error, texts).detail ?? texts.failed);
  }

  function waysOn(error: FetchError) {
    if (error.status === 401)
      return (
        <a
          className="button button-main"
          href={`${loginHref}${encodeURIComponent(location.pathname + location.search)}`}
        >
          {texts.login}
        </a>
      );
    if (isUnsettled(error))
      return (
        <>
          <button type="button" className="button button-main" onClick={() => void finish()}>
            {texts.askAgain}
          </button>
          <a className="button" href={purchasesHref}>
            {texts.purchases}
          </a>
        </>
      );
    return (
      <>
        <a className="button button-main" href={back?.href ?? cartHref + CHECKOUT_HASH}>
          {back ? (back.isVoucher ? texts.backToVoucher : texts.backToOffer) : texts.backToCart}
        </a>
        {error.kind === 'not_found' && (
          <a className="button" href={purchasesHref}>
            {texts.purchases}
          </a>
        )}
      </>
    );
  }
}
