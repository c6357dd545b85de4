import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';

interface Props {
  clientId: string;
  texts: AccountFormTexts & AccountTexts['delete'];
  /** The page that clears the browser's storage and shows the message. */
  doneHref: string;
}

export default function DeleteAccount({ clientId, texts, doneHref }: Props) {
  const form = useForm({
    texts: texts.form,
    send: ({ password }) => postJson(api.deleteClient(clientId), { password }),
    onDone: () => location.replace(doneHref),
  });
  return (
    <form {...form.attributes}>
      <p className="notice notice-problem">{texts.warning}</p>
      <FormProblem form={form} />
      <Field
        form={form}
        name="password"
        label={texts.fields.password}
        type="password"
        autoComplete="current-password"
        hint={texts.confirm}
        required
      />
      <SubmitButton form={form} className="button-danger">
        {texts.submit}
      </SubmitButton>
    </form>
  );
}
