import type contactTexts from '#locales/en-US/contact.json';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

type Texts = typeof contactTexts;

export type ContactTexts = Pick<Texts, 'fields' | 'subjects' | 'choose' | 'submit' | 'next' | 'another'> & {
  form: FormTexts;
};

/** The page calls this and passes the texts to the island as props, so that the island imports the type only. */
export function contactFormTexts(locale: Locale): ContactTexts {
  const { fields, subjects, choose, submit, next, another } = resources[locale].contact;
  const { message_send_error, field } = resources[locale].errors;
  const form = formTexts(locale);
  const named = { ...form.fields, name: field.full_name, subject: field.subject, message: field.message };
  return {
    fields,
    subjects,
    choose,
    submit,
    next,
    another,
    form: { ...form, unknown: message_send_error, fields: named },
  };
}
