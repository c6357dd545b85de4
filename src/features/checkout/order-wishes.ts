import type { FieldErrors, Values } from '#src/ui/form/form-errors.ts';
import { MAX_NOTE } from '#src/features/orders/order-wishes.ts';
import type { CheckoutInput } from './checkout-api.ts';

/** Prefix of the names of the invoice address's fields; the API names errors the same way. */
export const BILLING = 'billing.';

export const isBillingField = (name: string): boolean => name.startsWith(BILLING) || name === 'reference';
export const isNoteField = (name: string): boolean => name === 'note' || name.startsWith('gift');

type Wishes = Pick<CheckoutInput, 'billing' | 'reference' | 'note' | 'gift'>;

/** What the form's optional fields say, in the API's format; empty for a plain purchase. */
export function wishesIn(values: Values): Wishes {
  const { reference, note, gift, 'gift.message': message = '' } = values;
  const billing = Object.entries(values).filter(([name]) => name.startsWith(BILLING));
  return {
    ...(billing.length > 0 && {
      billing: Object.fromEntries(billing.map(([name, value]) => [name.slice(BILLING.length), value])) as NonNullable<
        Wishes['billing']
      >,
    }),
    ...(reference?.trim() && { reference }),
    ...(note?.trim() && { note }),
    ...(gift && { gift: { message } }),
  };
}

/** Texts that the API refuses. Not `maxlength`, which cuts a pasted text without a word. */
export const longTexts = (values: Values, problems: Record<string, string>): FieldErrors =>
  Object.fromEntries(
    ['note', 'gift.message']
      .filter((name) => (values[name] ?? '').trim().length > MAX_NOTE)
      .map((name) => [name, problems[name]]),
  );
