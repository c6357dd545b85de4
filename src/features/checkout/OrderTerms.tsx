import type { CheckoutTexts } from './checkout-texts.ts';

interface Props {
  /** How the buyer pays. */
  payment: string;
  texts: Pick<CheckoutTexts, 'paymentTitle' | 'guarantee' | 'terms' | 'termsLink' | 'withdrawalLink'>;
  termsHref: string;
  withdrawalHref: string;
}

/** Means of payment, guarantee, terms and right of withdrawal, above the overview. */
export default function OrderTerms({ payment, texts, termsHref, withdrawalHref }: Props) {
  return (
    <section className="checkout-payment">
      <h2>{texts.paymentTitle}</h2>
      <p>{payment}</p>
      <p className="soft">
        {texts.guarantee} {texts.terms} <a href={termsHref}>{texts.termsLink}</a> · <a href={withdrawalHref}>{texts.withdrawalLink}</a>
      </p>
    </section>
  );
}
