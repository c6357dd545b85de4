import type withdrawalTexts from '#locales/en-US/withdrawal.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

type Texts = typeof withdrawalTexts;

export type WithdrawalTexts = Pick<Texts, 'fields' | 'hints' | 'whole' | 'next' | 'review' | 'done'> & {
  form: FormTexts;
  failed: string;
  /** How else to withdraw. */
  otherWays: string;
};

/** For the page, which hands them to its island: that imports the type only. */
export function withdrawalFormTexts(locale: Locale, contactEmail: string): WithdrawalTexts {
  const { fields, hints, whole, next, review, done, failed } = resources[locale].withdrawal;
  const { field } = resources[locale].errors;
  const otherWays = translator(locale)('withdrawal:otherWays', { email: contactEmail });
  const form = formTexts(locale);
  const named = { ...form.fields, name: field.full_name, orderNumber: field.order_number, part: field.part };
  return {
    ...{ fields, hints, whole, next, review, done, failed, otherWays },
    // Who can't reach the shop now is told at once how else to declare it.
    form: { ...form, fields: named, network: `${form.network} ${otherWays}` },
  };
}
