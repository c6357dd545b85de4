import { z } from 'zod';
import type { Cents } from '#src/shared/money.ts';

/** PayPal writes money as text: `{"currency_code": "EUR", "value": "4.99"}`. */
export interface PaypalAmount {
  currency_code: 'EUR';
  value: string;
}

export function toAmount(cents: Cents): PaypalAmount {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not an amount in cents`);
  return { currency_code: 'EUR', value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}` };
}

const readAmount = (value: RegExp) =>
  z
    .object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().regex(value) })
    .transform(({ currency_code: currency, value: text }): { amount: Cents; currency: string } => {
      const [whole = '', fraction = ''] = text.replace('-', '').split('.');
      const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
      return { amount: text.startsWith('-') ? -amount : amount, currency };
    });

/** Reads an amount as hundredths of its currency, avoiding binary fractions. */
export const amountSchema = readAmount(/^\d{1,12}(\.\d{1,2})?$/);
/** Reads an amount of the account's history: negative when money left the account. */
export const signedAmountSchema = readAmount(/^-?\d{1,12}(\.\d{1,2})?$/);
