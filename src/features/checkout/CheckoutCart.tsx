import { useStore } from '@nanostores/react';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { $client, refreshSession } from '#src/features/account/session.store.ts';
import { CART_HASH } from '#src/features/cart/cart-view.ts';
import CartPage, { type AnsweredCart } from '#src/features/cart/CartPage.tsx';
import { SIGNED_OUT } from '#src/shared/fetch-json.ts';
import { importAnew } from '#src/shared/import-anew.ts';
import { CANCELLED, readAttempt } from './attempt.store.ts';
import type { Settled } from './checkout-api.ts';
import type { StepTexts } from './checkout-texts.ts';
import formUrl from './CheckoutForm.tsx?shared-chunk-url';
import CheckoutLogin from './CheckoutLogin.tsx';
import { loadPayAndOrder } from './load-pay-and-order.ts';
import { useCheckoutStep } from './use-checkout-step.ts';

interface Props extends Omit<ComponentProps<typeof CartPage>, 'checkout' | 'below' | 'end'> {
  checkoutTexts: StepTexts;
  loginHref: string;
  registerHref: string;
  termsHref: string;
  withdrawalHref: string;
  /** Address of an order's page up to its number. */
  orderBase: string;
  /** The notice on the legal guarantee, which everybody sees before the order button. */
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
  termsHref,
  withdrawalHref,
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
  }, [needsForm]);
  // The page shows the stored session at once; then the server confirms it and settles an attempt under way.
  useEffect(() => {
    const isGuests = readAttempt()?.guest === true;
    if (!clientId && !isGuests) return;
    const resume = async () => {
      const isSignedIn = clientId !== undefined && (await refreshSession()) !== undefined;
      if ((!isSignedIn && !isGuests) || !readAttempt()?.checkoutId) return;
      // When the code does not load, the server still finishes the order, and the next visit asks again.
      const payAndOrder = await loadPayAndOrder().catch(() => undefined);
      const settled = await payAndOrder?.resumeAttempt();
      if (settled) showOrder(settled);
    };
    void resume();
  }, [clientId]);

  if (placed)
    return (
      <p className="notice" role="status">
        {texts.placed}
      </p>
    );
  const login = <CheckoutLogin {...{ texts, loginHref, registerHref, signedOut }} />;
  const step = ({ priced, pending, retry, onRemove }: AnsweredCart) => {
    if (code === 'lost')
      return (
        <p className="notice notice-problem" role="alert">
          {texts.form.network}{' '}
          <button type="button" className="button" onClick={loadForm}>
            {cart.texts.retry}
          </button>
        </p>
      );
    return (
      code && (
        <code.CheckoutForm
          key={clientId ?? 'guest'}
          {...{ priced, pending, texts, termsHref, withdrawalHref, onRemove }}
          locale={cart.locale}
          client={client}
          cartTexts={cart.texts}
          problem={cancelled ? texts.cancelled : undefined}
          onStale={retry}
          onPlaced={showOrder}
        >
          {children}
        </code.CheckoutForm>
      )
    );
  };
  const checkout = (answered: AnsweredCart) => (
    <>
      <a className="checkout-back" href={CART_HASH}>
        ← {texts.backToCart}
      </a>
      {!client && login}
      {step(answered)}
    </>
  );
  // Strangers need no extra tap to sign in.
  return <CartPage {...cart} below={known && !client && login} end={children} checkout={isCheckout ? checkout : undefined} />;
}
