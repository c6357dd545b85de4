import { useState } from 'react';
import { fill } from '#src/i18n/fill.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import type { StoredClient } from './client.ts';
import NewPassword, { checkNewPassword } from './NewPassword.tsx';
import { AddressFields, NameFields, PersonField } from './PersonFields.tsx';
import { rememberClient } from './session.store.ts';

interface Props {
  locale: Locale;
  /** The country's name. */
  country: string;
  texts: AccountFormTexts & AccountTexts['register'];
  /** The page to open after the registration. */
  nextHref: string;
  nextText: string;
}

/** The API's answer. */
interface Registered {
  client: StoredClient;
}

export default function RegisterForm({ locale, country, texts, nextHref, nextText }: Props) {
  const [registered, setRegistered] = useState<string>();
  const form = useForm<Registered>({
    texts: texts.form,
    failed: texts.failed,
    draft: 'register',
    check: ({ password, confirmPassword }) => checkNewPassword(texts, 'password', password, confirmPassword),
    send: (values) => postJson(api.register(), { ...values, languageLocale: locale }),
    onDone({ client }) {
      rememberClient(client);
      // The header loads the client's menu at this event, which browsers send to other tabs only.
      dispatchEvent(new StorageEvent('storage'));
      setRegistered(client.clientEmail);
    },
  });

  if (registered)
    return (
      <Done>
        <p>
          <strong>{texts.success}</strong>
        </p>
        <p>{fill(texts.next, { email: registered })}</p>
        <a className="button button-main" href={nextHref}>
          {nextText}
        </a>
      </Done>
    );
  const person = { form, texts };
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <fieldset>
        <legend>{texts.person}</legend>
        <NameFields {...person} />
        <PersonField {...person} name="phone" type="tel" autoComplete="tel" hint={texts.phoneHint} />
      </fieldset>
      <fieldset>
        <legend>{texts.home}</legend>
        <AddressFields {...person} country={country} countryHint={texts.countryHint} />
      </fieldset>
      <fieldset>
        <legend>{texts.access}</legend>
        <PersonField {...person} name="email" type="email" autoComplete="email" required />
        <NewPassword form={form} texts={texts} name="password" label={texts.fields.password} />
      </fieldset>
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
