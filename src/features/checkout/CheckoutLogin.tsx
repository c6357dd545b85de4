import type { ReactNode } from 'react';
import { CHECKOUT_HASH } from '#src/features/cart/cart-view.ts';
import type { StepTexts } from './checkout-texts.ts';

interface Props {
  texts: StepTexts;
  loginHref: string;
  registerHref: string;
  /** The session has just ended. */
  signedOut: boolean;
  /** The button that buys with PayPal's address; false where a code rules it out. */
  express: ReactNode;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Says that the session has just ended. */
export function SignedOut({ text }: { text: string }) {
  return (
    <p className="notice notice-problem" role="alert" ref={bringIntoView}>
      {text}
    </p>
  );
}

/** The three ways to order: as a guest, with an account, with PayPal. */
export default function CheckoutLogin({ texts, loginHref, registerHref, signedOut, express }: Props) {
  return (
    <section className="checkout-login">
      {signedOut && <SignedOut text={texts.notSignedIn} />}
      <h2>{texts.loginTitle}</h2>
      <p>{texts.loginText}</p>
      <div className="checkout-ways">
        <a className="button" href={CHECKOUT_HASH}>
          {texts.guestWay}
        </a>
        <a className="button" href={loginHref}>
          {texts.login}
        </a>
        {express}
      </div>
      <p className="soft">
        {express && texts.hint} <a href={registerHref}>{texts.register}</a>
      </p>
    </section>
  );
}
