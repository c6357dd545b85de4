import { useEffect, useId, useState } from 'react';
import type { ClientAddressJson } from '#src/features/account/client-address.ts';
import { getFreshJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import { controlsOf, type Values } from '#src/ui/form/form-errors.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import { deliveryValues } from './delivery-address.ts';

interface Props {
  form: Form;
  texts: { saved: string; chooseSaved: string };
  /** The beginning of the names of the fields to fill; without it, the fields of the delivery address. */
  prefix?: string;
}

const labelOf = ({ company, name, address, number, city }: ClientAddressJson): string =>
  [company, name, `${address} ${number}`, city].filter(Boolean).join(', ');

/** Offers the account's further addresses; shows nothing when there are none. */
export default function SavedAddresses({ form, texts, prefix }: Props) {
  const id = useId();
  const [addresses, setAddresses] = useState<ClientAddressJson[]>([]);
  useEffect(() => {
    void getFreshJson<{ addresses: ClientAddressJson[] }>(api.addresses()).then((answer) => {
      if (answer.ok) setAddresses(answer.value.addresses);
    });
  }, []);
  const offered = prefix === undefined ? addresses.filter(({ country }) => country === 'DE') : addresses;
  if (offered.length === 0) return undefined;
  const choose = (chosen: ClientAddressJson | undefined) => {
    if (chosen) fillIn(form.attributes.ref.current!, prefix === undefined ? deliveryValues(chosen) : named(chosen));
  };
  const named = (address: ClientAddressJson): Values =>
    Object.fromEntries(Object.entries(address).map(([name, value]) => [`${prefix}${name}`, value]));
  return (
    <div className="field">
      <label htmlFor={id}>{texts.saved}</label>
      {/* Without a name, so that neither the form nor its draft contains the choice. */}
      <select
        id={id}
        autoComplete="off"
        defaultValue=""
        onChange={(event) => choose(offered.find((address) => address.id === event.target.value))}
      >
        <option value="">{texts.chooseSaved}</option>
        {offered.map((address) => (
          <option key={address.id} value={address.id}>
            {labelOf(address)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Fills in fields as if they were typed. */
function fillIn(form: HTMLFormElement, values: Values): void {
  for (const control of controlsOf(form)) {
    const text = values[control.name];
    if (text === undefined) continue;
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
