import { useState } from 'react';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';

interface Props {
  locale: Locale;
  texts: AccountFormTexts & AccountTexts['forgot'];
}

export default function ForgotForm({ locale, texts }: Props) {
  const [answer, setAnswer] = useState<string>();
  const form = useForm<{ detail: string }>({
    texts: texts.form,
    draft: 'forgot',
    send: ({ email }) => postJson(api.passwordForgot(), { email, languageLocale: locale }),
    onDone: ({ detail }) => setAnswer(detail),
  });

  if (answer)
    return (
      <Done>
        <p>
          <strong>{answer}</strong>
        </p>
        <p>{texts.hint}</p>
      </Done>
    );
  return (
    <form {...form.attributes}>
      <p>{texts.intro}</p>
      <FormProblem form={form} />
      <Field form={form} name="email" label={texts.fields.email} type="email" autoComplete="username" required />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
