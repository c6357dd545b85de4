import { useState } from 'react';
import { putJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import Field from '#src/ui/form/Field.tsx';
import FormProblem from '#src/ui/form/FormProblem.tsx';
import SubmitButton from '#src/ui/form/SubmitButton.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AccountFormTexts, AccountTexts } from './account-texts.ts';
import { storedClientOf, type ClientData } from './client.ts';
import { AddressFields, NameFields } from './PersonFields.tsx';
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

  return (
    <form {...form.attributes}>
      <FormProblem form={form} />
      <Field
        form={form}
        name="email"
        label={texts.fields.email}
        type="email"
        autoComplete="email"
        defaultValue={data.email}
        hint={texts.fixedHint}
        readOnly
      />
      <NameFields form={form} texts={texts} values={data} />
      <Field
        form={form}
        name="phone"
        label={texts.fields.phone}
        type="tel"
        autoComplete="tel"
        defaultValue={data.phone}
      />
      <AddressFields form={form} texts={texts} values={data} country={country} countryHint={texts.fixedHint} />
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
      <div role="status">{saved && <p className="notice">{texts.success}</p>}</div>
    </form>
  );
}
