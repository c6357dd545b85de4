import { useState } from 'react';
import type { AccountFormTexts } from '#src/features/account/account-texts.ts';
import type { StoredClient } from '#src/features/account/client.ts';
import NewPassword, { checkNewPassword } from '#src/features/account/NewPassword.tsx';
import { rememberClient } from '#src/features/account/session.store.ts';
import type checkoutTexts from '#locales/en-US/checkout.json';
import type { Locale } from '#src/i18n/locales.ts';
import { postJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Done from '#src/ui/form/Done.tsx';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

interface Props {
  locale: Locale;
  orderNumber: string;
  /** The key in the page's address; empty in the browser that bought. */
  orderKey: string;
  email: string;
  texts: AccountFormTexts & Pick<(typeof checkoutTexts)['account'], 'submit'> & { purchases: string };
  purchasesHref: string;
}

/** `client`: the new account, signed in. Otherwise a mail explains the next step. */
interface Answer {
  detail: string;
  client?: StoredClient;
}

/** An account from a guest's order: name, address and email come from the order, so only a password is missing. */
export default function OrderAccount({ locale, orderNumber, orderKey, email, texts, purchasesHref }: Props) {
  const [answer, setAnswer] = useState<Answer>();
  const form = useForm<Answer>({
    texts: texts.form,
    check: ({ password }) => checkNewPassword(texts, 'password', password, password),
    send: ({ password }) =>
      postJson(api.orderAccount(orderNumber), {
        key: orderKey,
        password,
        confirmPassword: password,
        languageLocale: locale,
      }),
    onDone(given) {
      if (given.client) rememberClient(given.client);
      setAnswer(given);
    },
  });
  if (answer)
    return (
      <Done>
        <p>{answer.detail}</p>
        {answer.client && (
          <a className="button button-main" href={purchasesHref}>
            {texts.purchases}
          </a>
        )}
      </Done>
    );
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <Field
        form={form}
        name="email"
        label={texts.fields.email}
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly
      />
      <NewPassword form={form} texts={texts} name="password" label={texts.fields.password} isTypedOnce />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
    </form>
  );
}
