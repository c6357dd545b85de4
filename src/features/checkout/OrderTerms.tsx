import type { ReactNode } from 'react';
import type { CheckoutTexts, LegalLinks } from './checkout-texts.ts';

interface Props {
  /** The means of payment. */
  payment: ReactNode;
  texts: Pick<CheckoutTexts, 'paymentTitle' | 'guarantee' | 'guaranteeLink' | 'terms' | 'termsLink' | 'withdrawalLink'>;
  legalLinks: LegalLinks;
}

/** Means of payment, guarantee (an empty text leaves it out), terms and right of withdrawal, above the overview. */
export default function OrderTerms({ payment, texts, legalLinks }: Props) {
  const links = [
    ...(texts.guarantee ? [[legalLinks.guarantee, texts.guaranteeLink] as const] : []),
    [legalLinks.terms, texts.termsLink],
    [legalLinks.withdrawal, texts.withdrawalLink],
  ] as const;
  return (
    <section className="checkout-payment">
      <h2>{texts.paymentTitle}</h2>
      {payment}
      <p className="soft">
        {texts.guarantee} {texts.terms}
      </p>
      <ul className="checkout-links">
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
