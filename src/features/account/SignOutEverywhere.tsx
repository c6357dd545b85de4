import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';

interface Props {
  texts: AccountFormTexts & AccountTexts['everywhere'];
  /** The page that clears the browser's storage and shows the message. */
  doneHref: string;
}

export default function SignOutEverywhere({ texts, doneHref }: Props) {
  const form = useForm({
    texts: texts.form,
    send: () => postJson(api.logout(), { everywhere: true }),
    onDone: () => location.replace(doneHref),
  });
  return (
    <form {...form.attributes}>
      <p>{texts.text}</p>
      <FormProblem form={form} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
