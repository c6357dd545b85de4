import type { StepTexts } from './checkout-texts.ts';

interface Props {
  texts: StepTexts;
  loginHref: string;
  registerHref: string;
  /** The session has just ended. */
  signedOut: boolean;
}

const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Login and registration; says so when the session has just ended. */
export default function CheckoutLogin({ texts, loginHref, registerHref, signedOut }: Props) {
  return (
    <section className="checkout-login">
      {signedOut && (
        <p className="notice notice-problem" role="alert" ref={bringIntoView}>
          {texts.notSignedIn}
        </p>
      )}
      <h2>{texts.loginTitle}</h2>
      <p>{texts.loginText}</p>
      <a className="button button-main" href={loginHref}>
        {texts.login}
      </a>{' '}
      <a className="button" href={registerHref}>
        {texts.register}
      </a>
    </section>
  );
}
