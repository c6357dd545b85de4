import { useState } from 'react';
import { putJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import { storedClientOf, type ClientData } from './client.ts';
import { AddressFields, NameFields, PersonField } from './PersonFields.tsx';
import { rememberClient } from './session.store.ts';

interface Props {
  clientId: string;
  data: ClientData;
  /** The country's name. */
  country: string;
  texts: AccountFormTexts & AccountTexts['update'];
}

export default function UpdateForm({ clientId, data, country, texts }: Props) {
  const [saved, setSaved] = useState(false);
  const form = useForm<ClientData>({
    texts: texts.form,
    failed: texts.failed,
    draft: `update-${clientId}`,
    send(values) {
      setSaved(false);
      return putJson(api.client(clientId), values);
    },
    onDone(changed) {
      rememberClient(storedClientOf(clientId, changed));
      setSaved(true);
    },
  });

  const person = { form, texts, values: data };
  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <PersonField {...person} name="email" type="email" autoComplete="email" hint={texts.fixedHint} readOnly />
      <NameFields {...person} />
      <PersonField {...person} name="phone" type="tel" autoComplete="tel" />
      <AddressFields {...person} country={country} countryHint={texts.fixedHint} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
      <div role="status">{saved && <p className="notice">{texts.success}</p>}</div>
    </form>
  );
}
