import { useState } from 'react';
import { useKnownClient } from '#src/features/account/use-known-client.ts';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import Select from '#src/ui/form/Select.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import TextArea from '#src/ui/form/TextArea.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { ContactTexts } from './contact-texts.ts';
import { CONTACT_SUBJECTS, MAX_MESSAGE, TRAP_FIELD } from './contact.ts';

interface Props {
  locale: Locale;
  texts: ContactTexts;
}

interface Sent {
  detail: string;
  email: string;
}

export default function ContactForm({ locale, texts }: Props) {
  const [sent, setSent] = useState<Sent>();
  if (!sent) return <EmptyForm locale={locale} texts={texts} onSent={setSent} />;
  return (
    <Done>
      <p>
        <strong>{sent.detail}</strong>
      </p>
      <p>{fill(texts.next, { email: sent.email })}</p>
      <button type="button" className="button" onClick={() => setSent(undefined)}>
        {texts.another}
      </button>
    </Done>
  );
}

function EmptyForm({ locale, texts, onSent }: Props & { onSent: (sent: Sent) => void }) {
  const form = useForm<{ detail: string }>({
    texts: texts.form,
    draft: 'contact',
    check: ({ message = '' }) => (message.trim().length > MAX_MESSAGE ? { message: texts.form.fields.message } : {}),
    send: (values) => postJson(api.contact(), { ...values, languageLocale: locale }),
    onDone: ({ detail }, { email = '' }) => onSent({ detail, email }),
  });
  useKnownClient(form.attributes.ref, ({ clientName, clientSurname, clientEmail }) => ({
    name: `${clientName} ${clientSurname}`,
    email: clientEmail,
  }));

  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <div className="form-row">
        <Field form={form} name="name" label={texts.fields.name} autoComplete="name" required />
        <Field form={form} name="email" label={texts.fields.email} type="email" autoComplete="email" required />
      </div>
      <Select
        form={form}
        name="subject"
        label={texts.fields.subject}
        empty={texts.choose}
        options={CONTACT_SUBJECTS.map((subject) => [subject, texts.subjects[subject]])}
        required
      />
      <TextArea form={form} name="message" label={texts.fields.message} rows={6} required />
      <input type="text" name={TRAP_FIELD} tabIndex={-1} autoComplete="off" aria-hidden="true" hidden />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
