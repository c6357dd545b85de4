// The gateway has an implementation of its own, so that tests find a mistake in either.

/** EUR cents of PayPal's text, whose form must be valid. */
export const centsOf = ({ value }: { value: string }): number => {
  const [whole, fraction = ''] = value.split('.');
  return Number((whole ?? '') + fraction.padEnd(2, '0'));
};

/** What PayPal keeps of a payment in Germany: 2.99 % and 0.39 €. */
export const feeOf = (cents: number): number => Math.round(cents * 0.0299) + 39;

/** What PayPal asks for when a buyer's bank takes a payment back. */
export const REVERSAL_FEE = 1600;

export const moneyOf = (cents: number, currency: string) => {
  const digits = String(cents).padStart(3, '0');
  return { currency_code: currency, value: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
};
