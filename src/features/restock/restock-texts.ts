import type restockTexts from '#locales/en-US/restock.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

export type RestockTexts = Pick<typeof restockTexts, 'email' | 'submit' | 'next'> & { form: FormTexts };

/** The page calls this and passes the texts to the island as props, so that the island imports the type only. */
export function restockFormTexts(locale: Locale): RestockTexts {
  const { email, submit, next, failed } = resources[locale].restock;
  return { email, submit, next, form: { ...formTexts(locale, ['text', 'email']), unknown: failed } };
}
