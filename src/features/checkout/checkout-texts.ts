import type checkoutTexts from '#locales/en-US/checkout.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

type Texts = typeof checkoutTexts;

/** What the checkout's islands say. */
export type CheckoutTexts = Texts['page'] &
  Pick<Texts, 'cancelled' | 'deliveryTerm'> & {
    purchases: string;
    checkoutError: string;
    priceChanged: string;
    notSignedIn: string;
    form: FormTexts;
  };

/** For the pages, which hand them to their islands: those import the type only. */
export function checkoutTextsOf(locale: Locale): CheckoutTexts {
  const { page, cancelled, deliveryTerm, purchases } = resources[locale].checkout;
  const { checkout_error, price_changed, not_signed_in } = resources[locale].errors;
  const form = formTexts(locale, ['text', 'address', 'number', 'additional_address', 'postal_code', 'city', 'country']);
  return {
    ...page,
    cancelled,
    deliveryTerm,
    purchases: purchases.title,
    checkoutError: checkout_error,
    priceChanged: price_changed,
    notSignedIn: not_signed_in,
    form: { ...form, fields: { ...form.fields, name: translator(locale)('checkout:page.nameProblem') } },
  };
}
