import wordmark from './paypal.svg?no-inline';

interface Props {
  /** A text that ends with "PayPal". */
  text: string;
}

/**
 * The text of a button that pays with PayPal, with PayPal's wordmark in place of its name. PayPal allows its mark
 * unchanged and from an official source only (docs/decisions/086).
 */
export default function PaypalLabel({ text }: Props) {
  return (
    <>
      {text.replace('PayPal', '')}
      <img src={wordmark} alt="PayPal" width={55} height={24} />
    </>
  );
}
