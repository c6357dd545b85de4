import { useEffect, useState, type ComponentProps } from 'react';
import { useSession } from '#src/features/account/use-session.ts';
import CartPage from '#src/features/cart/CartPage.tsx';
import type { Settled } from './checkout-api.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import CheckoutForm from './CheckoutForm.tsx';
import { resumeAttempt } from './place.ts';

interface Props extends Omit<ComponentProps<typeof CartPage>, 'children'> {
  checkoutTexts: CheckoutTexts;
  loginHref: string;
  registerHref: string;
  termsHref: string;
  withdrawalHref: string;
  /** Address of an order's page up to its number. */
  orderBase: string;
}

/** The cart with the checkout below it: who is signed in orders here. */
export default function CheckoutCart({
  checkoutTexts: texts,
  loginHref,
  registerHref,
  termsHref,
  withdrawalHref,
  orderBase,
  ...cart
}: Props) {
  const session = useSession();
  const [placed, setPlaced] = useState(false);
  const showOrder = ({ orderNumber }: Settled) => {
    setPlaced(true);
    location.assign(`${orderBase}${orderNumber}?placed`);
  };

  useEffect(() => {
    if (session.status === 'signedIn') void resumeAttempt().then((settled) => settled && showOrder(settled));
  }, [session.status]);

  if (placed)
    return (
      <p className="notice" role="status">
        {texts.placed}
      </p>
    );
  return (
    <CartPage {...cart}>
      {({ priced, pending, retry }) =>
        session.status === 'signedIn' ? (
          <CheckoutForm
            key={session.client.clientId}
            {...{ priced, pending, texts, termsHref, withdrawalHref }}
            locale={cart.locale}
            client={session.client}
            cartTexts={cart.texts}
            onStale={retry}
            onPlaced={showOrder}
          />
        ) : (
          session.status === 'signedOut' && (
            <section className="checkout-login">
              <h2>{texts.loginTitle}</h2>
              <p>{texts.loginText}</p>
              <a className="button button-main" href={loginHref}>
                {texts.login}
              </a>{' '}
              <a className="button" href={registerHref}>
                {texts.register}
              </a>
            </section>
          )
        )
      }
    </CartPage>
  );
}
