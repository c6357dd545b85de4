import type withdrawalTexts from '#locales/en-US/withdrawal.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

type Texts = typeof withdrawalTexts;

export type WithdrawalTexts = Pick<Texts, 'fields' | 'hints' | 'whole' | 'next' | 'review' | 'done'> & {
  form: FormTexts;
  failed: string;
  /** Other ways to withdraw. */
  otherWays: string;
};

/** The page calls this and passes the texts to its island, because islands must not bundle all texts. */
export function withdrawalFormTexts(
  locale: Locale,
  { contactEmail, hasLabels }: { contactEmail: string; hasLabels: boolean },
): WithdrawalTexts {
  const { fields, hints, whole, next, review, done: usual, failed, nextWithLabel } = resources[locale].withdrawal;
  const done = hasLabels ? { ...usual, next: nextWithLabel } : usual;
  const { field } = resources[locale].errors;
  const otherWays = translator(locale)('withdrawal:otherWays', { email: contactEmail });
  const form = formTexts(locale);
  const named = { ...form.fields, name: field.full_name, orderNumber: field.order_number, part: field.part };
  return {
    ...{ fields, hints, whole, next, review, done, failed, otherWays },
    // After a network error the message names the other ways to withdraw.
    form: { ...form, fields: named, network: `${form.network} ${otherWays}` },
  };
}
