import { useState } from 'react';
import { useKnownClient } from '#src/features/account/use-known-client.ts';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { RestockTexts } from './restock-texts.ts';

interface Props {
  locale: Locale;
  productId: number;
  texts: RestockTexts;
}

interface Sent {
  detail: string;
  email: string;
}

export default function RestockForm({ locale, productId, texts }: Props) {
  const [sent, setSent] = useState<Sent>();
  const form = useForm<{ detail: string }>({
    texts: texts.form,
    draft: 'restock',
    send: ({ email }) => postJson(api.restock(), { productId, email, languageLocale: locale }),
    onDone: ({ detail }, { email = '' }) => setSent({ detail, email }),
  });
  useKnownClient(form.attributes.ref, ({ clientEmail }) => ({ email: clientEmail }));

  if (sent)
    return (
      <Done>
        <p>
          <strong>{sent.detail}</strong>
        </p>
        <p>{fill(texts.next, { email: sent.email })}</p>
      </Done>
    );
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <Field form={form} name="email" label={texts.email} type="email" autoComplete="email" required />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
