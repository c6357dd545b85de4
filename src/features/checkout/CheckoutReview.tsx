import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { CartTexts } from '#src/features/cart/cart-texts.ts';
import { addUnits } from '#src/features/cart/cart.ts';
import { fetchPricedCart, type PricedCart } from '#src/features/cart/priced-cart.ts';
import { readCart, writeCart } from '#src/features/cart/stored-cart.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { takeExpressTap } from '#src/shared/express-tap.ts';
import { getJson, type FetchError } from '#src/shared/fetch-json.ts';
import { api, localised, pages } from '#src/shared/paths.ts';
import { ok } from '#src/shared/result.ts';
import { expressAttempt, forgetAttempt, rememberReviewed, readAttempt, type Attempt } from './attempt.store.ts';
import { fetchReview, postCancellation, type Review } from './checkout-api.ts';
import type { LegalLinks, ReviewTexts } from './checkout-texts.ts';
import ExpressButton from './payment/ExpressButton.tsx';
import { finishAttempt } from './payment/pay-and-order.ts';
import { payAtOnce } from './payment/pay-at-once.ts';
import { loadPayment } from './payment/payment.store.ts';
import ReviewForm from './ReviewForm.tsx';
import { explainUnexpected } from './unexpected-failure.ts';

interface Props {
  locale: Locale;
  texts: ReviewTexts;
  cartTexts: CartTexts;
  cartHref: string;
  loginHref: string;
  legalLinks: LegalLinks;
  /** URL of this page. */
  reviewHref: string;
  /** Address of an order's page up to its number. */
  orderBase: string;
  /** The notice on the legal guarantee. */
  children?: ReactNode;
}

const ENDED = new Set(['checkout_closed', 'sold_out', 'payment_mismatch', 'not_found']);

const priceUnit = (productId: number, locale: Locale) =>
  fetchPricedCart([{ productId, quantityInCart: 1, addedPrice: 0 }], locale);

/** State of the entry that this page adds to the browser's history: Back must not lead to PayPal's page again. */
const REVIEWED = 'reviewed';

/** An attempt to buy one unit, at the shop's current price. */
async function unitAttempt(productId: number, locale: Locale): Promise<Attempt | FetchError> {
  const [cart, session] = await Promise.all([
    priceUnit(productId, locale),
    getJson<{ client: object | null }>(api.session()),
  ]);
  if (!cart.ok) return cart.error;
  const order = { lines: [{ productId, quantity: 1 }], expectedTotal: cart.value.total, languageLocale: locale };
  return expressAttempt(order, { inCart: false, guest: !session.ok || !session.value.client });
}

/**
 * The page between PayPal's approval and the order: shows PayPal's address and the order button. With a product in its
 * URL it first goes to PayPal. It works in any tab, because the server knows the checkout.
 */
export default function CheckoutReview({
  locale,
  texts,
  cartTexts,
  cartHref,
  loginHref,
  reviewHref,
  orderBase,
  children,
  ...links
}: Props) {
  const [review, setReview] = useState<Review>();
  const [problem, setProblem] = useState<FetchError>();
  const [checkoutId, setCheckoutId] = useState('');
  /** The product of a purchase that ended and is not in the cart. */
  const [unit, setUnit] = useState<PricedCart['lines'][number]>();

  /** Where the added entry leads when the order is placed. */
  const orderHref = useRef('');
  const isAdded = useRef(false);
  // Back must not lead to a page that redirects to the order again.
  const showOrder = (orderNumber: string) => {
    orderHref.current = `${orderBase}${orderNumber}?placed`;
    if (isAdded.current) history.back();
    else location.replace(orderHref.current);
  };
  /** Goes to the cart, or to the page of the one product; the approved payment waits there. */
  const leave = async () => {
    const attempt = readAttempt();
    const isUnit = attempt?.checkoutId === checkoutId && attempt.lines.length === 0;
    const priced = isUnit && (await priceUnit(attempt.express?.lines[0]?.productId ?? 0, locale));
    const product = priced && priced.ok && priced.value.lines[0]?.product;
    location.replace(product ? localised(locale, pages.product(product.slug)) : cartHref);
  };
  const refuse = (error: FetchError) => {
    setReview(undefined);
    setProblem(error);
  };

  const show = async (id: string) => {
    const answer = await fetchReview(id);
    if (answer.ok) {
      rememberReviewed(id, true);
      return setReview(answer.value);
    }
    const { error } = answer;
    rememberReviewed(id, false);
    if (error.kind === 'checkout_closed') {
      // Already ordered: the page was reloaded, or another tab was faster.
      const attempt = readAttempt();
      const settled = await finishAttempt(attempt?.checkoutId === id ? attempt : { checkoutId: id, lines: [] }, texts);
      if (settled.ok) return showOrder(settled.value.orderNumber);
    }
    if (ENDED.has(error.kind) || (error.status === 401 && readAttempt()?.guest)) forgetAttempt(id);
    refuse(error);
  };

  const offer = async (productId: number | undefined) => {
    const priced = productId && (await priceUnit(productId, locale));
    if (priced && priced.ok) setUnit(priced.value.lines[0]);
  };

  const cancel = async (id: string) => {
    const attempt = readAttempt();
    // Units of the cart are still in it.
    if (attempt?.checkoutId === id && attempt.lines.length === 0) void offer(attempt.express?.lines[0]?.productId);
    const cancelled = await postCancellation(id);
    // 409: the money may be moving.
    if (!cancelled.ok && cancelled.error.status === 409) return show(id);
    forgetAttempt(id);
    refuse({ kind: 'cancelled', status: 409, detail: texts.cancelled });
  };

  const begin = async (productId: number) => {
    const [attempt, payment] = await Promise.all([unitAttempt(productId, locale), loadPayment(locale)]);
    if ('status' in attempt) return refuse(attempt);
    if (!payment.ok) return refuse({ kind: 'paypal_err', status: 503, detail: texts.failed });
    const paid = await payAtOnce(payment.value, attempt, texts, 'replace');
    if (paid.ok) location.replace(`${reviewHref}?checkout=${paid.value}`);
    else refuse(paid.error);
  };

  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const id = query.get('checkout') ?? '';
    const productId = Number(query.get('product'));
    setCheckoutId(id);
    if (id && query.has('cancelled')) void cancel(id);
    else if (id) void show(id);
    // A link on another site must not start a purchase.
    else if (productId > 0 && takeExpressTap()) void begin(productId);
    else {
      void offer(productId);
      refuse({ kind: 'not_found', status: 404 });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the page's address says once what to do
  }, []);

  const isReviewed = review !== undefined;
  // Before the review is painted: a quick Back must not lead to PayPal.
  useLayoutEffect(() => {
    if (!isReviewed) return;
    if (history.state !== REVIEWED) history.pushState(REVIEWED, '');
    isAdded.current = true;
    const goBack = () => (orderHref.current ? location.replace(orderHref.current) : void leave());
    addEventListener('popstate', goBack);
    return () => {
      isAdded.current = false;
      removeEventListener('popstate', goBack);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the review appears
  }, [isReviewed]);

  if (review)
    return (
      <>
        <button type="button" className="link checkout-back" onClick={() => void leave()}>
          ← {texts.back}
        </button>
        <ReviewForm
          {...{ locale, checkoutId, review, texts, cartTexts }}
          {...links}
          onOrdered={showOrder}
          onRefused={(error) => (error.kind === 'price_changed' ? void show(checkoutId) : refuse(error))}
        >
          {children}
        </ReviewForm>
      </>
    );
  if (!problem) return <p role="status">{texts.loading}</p>;
  const { status, kind, detail } = problem;
  const attempt = readAttempt();
  const isUnknown = kind === 'not_found' || status === 401;
  const isOpen = attempt?.express && attempt.checkoutId === checkoutId && !isUnknown;
  return (
    <div className="notice notice-problem" role="alert">
      <p>{describe()}</p>
      <p className="notice-actions">
        {isOpen && status < 500 && (
          <ExpressButton {...{ locale, texts, reviewHref }} label={texts.button} attempt={() => ok(attempt)} />
        )}
        {(status === 0 || status >= 500) && (
          <button type="button" className="button" onClick={() => location.reload()}>
            {texts.again}
          </button>
        )}
        {unit ? (
          <>
            <a className="button" href={localised(locale, pages.product(unit.product.slug))}>
              {texts.toProduct}
            </a>
            <button type="button" className="button" onClick={() => putIntoCart(unit)}>
              {texts.intoCart}
            </button>
          </>
        ) : (
          <a className="button" href={cartHref}>
            {texts.toCart}
          </a>
        )}
        {status === 401 && (
          <a className="button" href={loginHref + encodeURIComponent(location.pathname + location.search)}>
            {texts.login}
          </a>
        )}
      </p>
    </div>
  );

  function putIntoCart({ product: { id, price, quantity_available: available } }: PricedCart['lines'][number]): void {
    writeCart(addUnits(readCart(), [{ id, price, available, quantity: 1 }]));
    location.assign(cartHref);
  }

  function describe(): string {
    if (isUnknown) return texts.lost;
    if (kind === 'payment_not_approved') return texts.open;
    return explainUnexpected({ status, kind, detail }, texts).detail ?? texts.failed;
  }
}
