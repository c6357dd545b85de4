import type { ReactNode } from 'react';
import { CHECKOUT_HASH } from '#src/features/cart/cart-view.ts';
import type { StepTexts } from './checkout-texts.ts';

interface Props {
  texts: StepTexts;
  loginHref: string;
  registerHref: string;
  /** The session has just ended. */
  signedOut: boolean;
  /** The button that buys with PayPal's address. */
  express: ReactNode;
  /** Whether the guest's form is open below. */
  withForm: boolean;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * The three ways to order: as a guest, with an account, with PayPal. Above the guest's form only the other two, without
 * a heading.
 */
export default function CheckoutLogin({ texts, loginHref, registerHref, signedOut, express, withForm }: Props) {
  return (
    <section className="checkout-login">
      {signedOut && (
        <p className="notice notice-problem" role="alert" ref={bringIntoView}>
          {texts.notSignedIn}
        </p>
      )}
      {!withForm && (
        <>
          <h2>{texts.loginTitle}</h2>
          <p>{texts.loginText}</p>
        </>
      )}
      <div className="checkout-ways">
        {!withForm && (
          <a className="button" href={CHECKOUT_HASH}>
            {texts.guestWay}
          </a>
        )}
        <a className="button" href={loginHref}>
          {texts.login}
        </a>
        {express}
      </div>
      <p className="soft">
        {texts.hint} <a href={registerHref}>{texts.register}</a>
      </p>
    </section>
  );
}
