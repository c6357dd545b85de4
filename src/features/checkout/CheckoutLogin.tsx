import type { ReactNode } from 'react';
import type { StepTexts } from './checkout-texts.ts';

interface Props {
  texts: StepTexts;
  loginHref: string;
  registerHref: string;
  /** The session has just ended. */
  signedOut: boolean;
  /** The button that buys with PayPal's address. */
  express: ReactNode;
  /** Whether the guest's form is below. */
  withForm: boolean;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });
const goToForm = () => document.querySelector<HTMLInputElement>('.checkout input[name=email]')?.focus();

/** The three ways to order: with an email and address, with an account, with PayPal. Says so when the session has just ended. */
export default function CheckoutLogin({ texts, loginHref, registerHref, signedOut, express, withForm }: Props) {
  return (
    <section className="checkout-login">
      {signedOut && (
        <p className="notice notice-problem" role="alert" ref={bringIntoView}>
          {texts.notSignedIn}
        </p>
      )}
      <h2>{texts.loginTitle}</h2>
      <p>{texts.loginText}</p>
      <div className="checkout-ways">
        {withForm && (
          <button type="button" className="button" onClick={goToForm}>
            {texts.guestWay}
          </button>
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
