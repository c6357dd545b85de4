import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { fill } from '#src/i18n/fill.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import ShowPassword from '#src/ui/form/ShowPassword.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import { storedName, type StoredClient } from './client.ts';
import { greetOnNextPage } from './greeting.ts';
import { refreshSession } from './refresh-session.ts';
import { $client, rememberClient } from './session.store.ts';

interface Props {
  texts: AccountFormTexts & AccountTexts['login'];
  /** The path to open after the login; a path of this site. */
  next: string;
}

export default function LoginForm({ texts, next }: Props) {
  const known = useStore($client, { ssr: () => undefined });
  const [greeted, setGreeted] = useState<string>();
  const [shown, setShown] = useState(false);

  // Another tab may have signed a client in. Only the server knows, because storage may be outdated. Replaces the
  // history entry, so that Back leads to the page before the login.
  useEffect(() => {
    if (known && !greeted) void refreshSession().then((client) => client && location.replace(next));
  }, [known, greeted, next]);

  const form = useForm<StoredClient>({
    texts: texts.form,
    draft: 'login',
    send: ({ email, password }) => postJson(api.login(), { email, password }),
    onDone(client) {
      setGreeted(storedName(client));
      rememberClient(client);
      greetOnNextPage();
      location.replace(next);
    },
  });

  if (greeted) return <Done>{fill(texts.welcome, { name: greeted })}</Done>;
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <Field form={form} name="email" label={texts.fields.email} type="email" autoComplete="username" required />
      <Field
        form={form}
        name="password"
        label={texts.fields.password}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
      />
      <ShowPassword form={form} shown={shown} onChange={setShown} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
