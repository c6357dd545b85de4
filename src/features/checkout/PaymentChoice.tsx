import type { ReactNode } from 'react';
import type checkoutTexts from '#locales/en-US/checkout.json';

type Texts = typeof checkoutTexts;
export type PaymentChoiceTexts = Texts['transferChoice'];

interface Props {
  texts: PaymentChoiceTexts;
  /** What happens when the buyer orders with PayPal. */
  paypal: string;
  chosen: 'paypal' | 'transfer';
  onChoose: (chosen: 'paypal' | 'transfer') => void;
}

/** The ways to pay, in a shop that also takes bank transfers. */
export default function PaymentChoice({ texts, paypal, chosen, onChoose }: Props) {
  const option = (value: Props['chosen'], label: string, text: ReactNode) => (
    <label className="payment-choice">
      <input type="radio" name="payment" value={value} checked={chosen === value} onChange={() => onChoose(value)} />
      <strong>{label}</strong>
      <span className="soft">{text}</span>
    </label>
  );
  return (
    <fieldset className="payment-choices">
      <legend className="vh">{texts.title}</legend>
      {option('paypal', texts.paypal, paypal)}
      {option('transfer', texts.transfer, texts.transferText)}
    </fieldset>
  );
}
