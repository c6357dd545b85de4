import { useState } from 'react';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import NewPassword, { checkNewPassword } from './NewPassword.tsx';

interface Props {
  email: string;
  texts: AccountFormTexts & AccountTexts['change'];
  backHref: string;
}

export default function ChangePasswordForm({ email, texts, backHref }: Props) {
  const [answer, setAnswer] = useState<string>();
  const form = useForm<{ detail: string }>({
    texts: texts.form,
    failed: texts.failed,
    check: ({ newPassword, confirmPassword }) => checkNewPassword(texts, 'newPassword', newPassword, confirmPassword),
    send: (values) => postJson(api.passwordChange(), values),
    onDone: ({ detail }) => setAnswer(detail),
  });

  if (answer)
    return (
      <Done>
        <p>
          <strong>{answer}</strong>
        </p>
        <p>{texts.others}</p>
        <a className="button" href={backHref}>
          {texts.back}
        </a>
      </Done>
    );
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      {/* Password managers read from this field whose password changes. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        form={form}
        name="currentPassword"
        label={texts.current}
        type="password"
        autoComplete="current-password"
        required
      />
      <NewPassword form={form} texts={texts} name="newPassword" label={texts.fields.newPassword} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
