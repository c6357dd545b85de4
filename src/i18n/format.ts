import { toEuro, type Cents } from '#src/shared/money.ts';

// The shop is German: prices and quantities look alike in every language.
const NUMBERS = 'de-DE';

const euro = new Intl.NumberFormat(NUMBERS, { style: 'currency', currency: 'EUR' });
const number = new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 3 });

/** "1.234,50 €" */
export const formatPrice = (cents: Cents): string => euro.format(toEuro(cents));

/** The same for EUR as the API writes it. */
export const formatEuro = (amount: number): string => euro.format(amount);

/** "1.234,5" */
export const formatNumber = (value: number): string => number.format(value);
