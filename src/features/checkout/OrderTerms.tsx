import type { CheckoutTexts, LegalLinks } from './checkout-texts.ts';

interface Props {
  /** The means of payment. */
  payment: string;
  texts: Pick<CheckoutTexts, 'paymentTitle' | 'guarantee' | 'guaranteeLink' | 'terms' | 'termsLink' | 'withdrawalLink'>;
  legalLinks: LegalLinks;
}

/** Means of payment, guarantee, terms and right of withdrawal, above the overview. */
export default function OrderTerms({ payment, texts, legalLinks }: Props) {
  return (
    <section className="checkout-payment">
      <h2>{texts.paymentTitle}</h2>
      <p>{payment}</p>
      <p className="soft">
        {texts.guarantee} {texts.terms} <a href={legalLinks.guarantee}>{texts.guaranteeLink}</a> ·{' '}
        <a href={legalLinks.terms}>{texts.termsLink}</a> · <a href={legalLinks.withdrawal}>{texts.withdrawalLink}</a>
      </p>
    </section>
  );
}
