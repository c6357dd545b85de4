import { useStore } from '@nanostores/react';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { refreshSession } from '#src/features/account/refresh-session.ts';
import { $client } from '#src/features/account/session.store.ts';
import { CART_HASH } from '#src/features/cart/cart-view.ts';
import CartPage, { type AnsweredCart } from '#src/features/cart/CartPage.tsx';
import { SIGNED_OUT } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { fail, ok } from '#src/shared/result.ts';
import { hasBlockingProblem, toCheckoutLines } from '#src/features/orders/orderable.ts';
import { CANCELLED, expressAttempt, readAttempt } from './attempt.store.ts';
import type { Settled } from './checkout-api.ts';
import type { DeliveryChoiceOptions, LegalLinks, PaymentChoiceOptions, StepTexts } from './checkout-texts.ts';
import formUrl from './CheckoutForm.tsx?shared-chunk-url';
import CheckoutLogin, { SignedOut } from './CheckoutLogin.tsx';
import ExpressButton from './payment/ExpressButton.tsx';
import { loadPayAndOrder } from './payment/load-pay-and-order.ts';
import { useCheckoutStep } from './use-checkout-step.ts';

interface Props extends Omit<ComponentProps<typeof CartPage>, 'checkout' | 'below' | 'end'> {
  checkoutTexts: StepTexts;
  loginHref: string;
  registerHref: string;
  reviewHref: string;
  legalLinks: LegalLinks;
  /** The choice of a way to pay; undefined in a shop that takes PayPal accounts only. */
  choice?: PaymentChoiceOptions;
  /** The choice of a delivery method; undefined in a shop that sends all orders. */
  delivery?: DeliveryChoiceOptions;
  /** Address of an order's page up to its number. */
  orderBase: string;
  /** The legal guarantee notice, shown before the checkout step. */
  children?: ReactNode;
}

/** Loaded for signed-in visitors, and in the checkout step. */
interface FormCode {
  CheckoutForm: typeof import('./CheckoutForm.tsx').default;
}

/** The cart page's island: the cart, and the checkout as a step of its own. */
export default function CheckoutCart({
  checkoutTexts: texts,
  loginHref,
  registerHref,
  reviewHref,
  legalLinks,
  choice,
  delivery,
  orderBase,
  children,
  ...cart
}: Props) {
  const client = useStore($client, { ssr: () => undefined });
  const [known, setKnown] = useState(false);
  const [placed, setPlaced] = useState(false);
  const [cancelled, setCancelled] = useState(false);
  const [signedOut, setSignedOut] = useState(false);
  const [code, setCode] = useState<FormCode | 'lost'>();
  const isCheckout = useCheckoutStep(texts.title);
  const loadForm = () =>
    importAnew<typeof import('./CheckoutForm.tsx')>(formUrl).then(
      (loaded) => setCode({ CheckoutForm: loaded.default }),
      () => setCode('lost'),
    );
  const showOrder = ({ orderNumber }: Settled) => {
    setPlaced(true);
    location.assign(`${orderBase}${orderNumber}?placed`);
  };

  useEffect(() => {
    setKnown(true);
    if (!new URLSearchParams(location.search).has(CANCELLED)) return;
    setCancelled(true);
    history.replaceState(history.state, '', location.pathname + location.hash);
  }, []);
  // When the session ends, the form disappears together with its own messages.
  useEffect(() => {
    const tell = () => setSignedOut(true);
    addEventListener(SIGNED_OUT, tell);
    return () => removeEventListener(SIGNED_OUT, tell);
  }, []);
  // The browser shows this page again from its back-forward cache; the cart has changed since.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setPlaced(false);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);
  const clientId = client?.clientId;
  const needsForm = isCheckout || clientId !== undefined;
  useEffect(() => {
    if (needsForm && !code) void loadForm();
  }, [needsForm, code]);
  // The page first shows the stored session; then the server confirms it and settles an attempt in progress.
  useEffect(() => {
    const isGuests = readAttempt()?.guest === true;
    if (!clientId && !isGuests) return;
    const resume = async () => {
      const isSignedIn = clientId !== undefined && (await refreshSession()) !== undefined;
      if ((!isSignedIn && !isGuests) || !readAttempt()?.checkoutId) return;
      // When the code does not load, the server still finishes the order, and the next visit asks again.
      const payAndOrder = await loadPayAndOrder().catch(() => undefined);
      const resumed = await payAndOrder?.resumeAttempt();
      if (resumed?.toReview) location.assign(`${reviewHref}?checkout=${resumed.toReview}`);
      else if (resumed?.settled) showOrder(resumed.settled);
    };
    void resume();
    // oxlint-disable-next-line react/exhaustive-deps -- only another client resumes an attempt, not another rendering
  }, [clientId]);

  if (placed)
    return (
      <p className="notice" role="status">
        {texts.placed}
      </p>
    );
  const express = ({ priced, pending, retry }: AnsweredCart) =>
    !priced.discounts && (
      <ExpressButton
        {...{ texts, reviewHref }}
        locale={cart.locale}
        label={texts.button}
        attempt={() => {
          // The amounts above the button are outdated, or the shop would refuse a line.
          if (pending) return refuse('price_changed', texts.priceChanged);
          if (hasBlockingProblem(priced)) return refuse('sold_out', texts.blocked);
          const order = { lines: toCheckoutLines(priced), expectedTotal: priced.total, languageLocale: cart.locale };
          return ok(expressAttempt(order, { inCart: true, guest: !client }));
        }}
        onRefused={({ status }) => status === 409 && retry()}
      />
    );
  const below = (answered: AnsweredCart) => {
    if (!known) return undefined;
    // Visitors without a session need no extra tap to sign in.
    const button = express(answered);
    if (!client) return <CheckoutLogin {...{ texts, loginHref, registerHref, signedOut }} express={button} />;
    return (
      button && (
        <section className="checkout-login">
          {button}
          <p className="soft">{texts.hint}</p>
        </section>
      )
    );
  };
  const step = ({ priced, pending, retry, onRemove, codes }: AnsweredCart) => {
    if (code === 'lost')
      return (
        <p className="notice notice-problem" role="alert">
          {texts.form.network}{' '}
          <button type="button" className="button" onClick={() => void loadForm()}>
            {cart.texts.retry}
          </button>
        </p>
      );
    return (
      code && (
        <code.CheckoutForm
          key={clientId ?? 'guest'}
          {...{ priced, pending, texts, legalLinks, choice, delivery, onRemove }}
          codeEntry={codes && <codes.Part {...{ priced }} locale={cart.locale} />}
          locale={cart.locale}
          hasIslands={!!(cart.terms.noIslands ?? cart.terms.islandSurcharge)}
          client={client}
          cartTexts={cart.texts}
          problem={cancelled ? texts.cancelled : undefined}
          onStale={retry}
          onPlaced={showOrder}
        />
      )
    );
  };
  const checkout = (answered: AnsweredCart) => (
    <>
      <a className="checkout-back" href={CART_HASH}>
        ← {texts.backToCart}
      </a>
      {signedOut && !client && <SignedOut text={texts.notSignedIn} />}
      {!client && (
        <p className="checkout-account">
          {texts.haveAccount} <a href={loginHref}>{texts.login}</a>
        </p>
      )}
      {step(answered)}
    </>
  );
  return <CartPage {...cart} below={below} end={children} checkout={isCheckout ? checkout : undefined} />;
}

const refuse = (kind: string, detail: string) => fail({ kind, status: 409, detail });
