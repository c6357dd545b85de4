import { useState } from 'react';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import NewPassword, { checkNewPassword } from './NewPassword.tsx';
import { forgetClient } from './session.store.ts';

interface Props {
  token: string;
  texts: AccountFormTexts & AccountTexts['reset'];
  loginHref: string;
  forgotHref: string;
}

export default function ResetForm({ token, texts, loginHref, forgotHref }: Props) {
  const [answer, setAnswer] = useState<string>();
  const [linkProblem, setLinkProblem] = useState<string>();
  const form = useForm<{ detail: string }>({
    texts: texts.form,
    check: ({ password, confirmPassword }) => checkNewPassword(texts, 'password', password, confirmPassword),
    async send(values) {
      const answer = await postJson<{ detail: string }>(api.resetPassword(token), values);
      if (!answer.ok && answer.error.kind === 'reset_token_invalid') setLinkProblem(answer.error.detail);
      return answer;
    },
    onDone({ detail }) {
      forgetClient(); // the reset ended every session, including this browser's
      setAnswer(detail);
    },
  });

  if (answer)
    return (
      <Done>
        <p>
          <strong>{answer}</strong>
        </p>
        <a className="button" href={loginHref}>
          {texts.login}
        </a>
      </Done>
    );
  // The link was used or expired while the page was open.
  if (linkProblem)
    return (
      <Done>
        <p>{linkProblem}</p>
        <a className="button" href={forgotHref}>
          {texts.again}
        </a>
      </Done>
    );
  return (
    <form {...form.attributes}>
      <p>{texts.intro}</p>
      <FormProblem form={form} />
      <NewPassword form={form} texts={texts} name="password" label={texts.fields.newPassword} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
