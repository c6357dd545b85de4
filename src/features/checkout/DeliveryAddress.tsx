import { useEffect, useState } from 'react';
import type { StoredClient } from '#src/features/account/client.ts';
import Field from '#src/ui/form/Field.tsx';
import type { Form } from '#src/ui/form/use-form.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

interface Props {
  form: Form;
  /** undefined for a guest. */
  client: StoredClient | undefined;
  texts: Pick<CheckoutTexts, 'fields' | 'addressTitle' | 'change' | 'changeAddress' | 'germany' | 'germanyOnly'>;
}

const GERMANY = 'DE';
const FIELDS = ['name', 'address', 'number', 'additional_address', 'postal_code', 'city'] as const;
type Address = Record<(typeof FIELDS)[number], string>;

const defaultsOf = (client: StoredClient | undefined): Address => ({
  name: client ? `${client.clientName} ${client.clientSurname}` : '',
  address: client?.clientAddress ?? '',
  number: client?.clientNumber ?? '',
  additional_address: client?.clientAdditionalAddress ?? '',
  postal_code: client?.clientCountry === GERMANY ? client.clientPostalCode : '',
  city: client?.clientCity ?? '',
});

function typedAddress(element: HTMLFormElement): Address {
  const values = new FormData(element);
  return Object.fromEntries(FIELDS.map((name) => [name, String(values.get(name) ?? '')])) as Address;
}

const isComplete = ({ additional_address, ...address }: Address) => Object.values(address).every((value) => value.trim() !== '');

/** The delivery address: a summary with "change", and its fields when something is missing, wrong or to be changed. */
export default function DeliveryAddress({ form, client, texts }: Props) {
  const [shown, setShown] = useState(() => defaultsOf(client));
  const [changing, setChanging] = useState(!isComplete(shown));
  const follow = () => setShown(typedAddress(form.attributes.ref.current!));
  // The draft of an earlier visit is in the fields by then.
  useEffect(follow, []);
  const isOpen = changing || FIELDS.some((name) => form.errors[name]);
  const field = (name: keyof Address) => ({ form, name, label: texts.fields[name], defaultValue: defaultsOf(client)[name] });
  return (
    <section className="checkout-address" aria-labelledby="checkout-address" onInput={follow}>
      <h2 id="checkout-address">{texts.addressTitle}</h2>
      {!isOpen && (
        <div className="checkout-address-summary">
          <address>
            {shown.name}
            <br />
            {shown.address} {shown.number}
            {shown.additional_address && `, ${shown.additional_address}`}
            <br />
            {shown.postal_code} {shown.city}, {texts.germany}
          </address>
          <button type="button" className="link" aria-label={texts.changeAddress} onClick={() => setChanging(true)}>
            {texts.change}
          </button>
        </div>
      )}
      <div className="checkout-address-fields" hidden={!isOpen}>
        <Field {...field('name')} required autoComplete="shipping name" maxLength={121} />
        <div className="form-row form-row-long">
          <Field {...field('address')} required autoComplete="off" maxLength={120} />
          <Field {...field('number')} required autoComplete="off" maxLength={20} />
        </div>
        <Field {...field('additional_address')} autoComplete="shipping address-line2" maxLength={120} />
        <div className="form-row form-row-short">
          <Field {...field('postal_code')} required inputMode="numeric" pattern="\d{5}" autoComplete="shipping postal-code" />
          <Field {...field('city')} required autoComplete="shipping address-level2" maxLength={80} />
        </div>
        <Field form={form} name="country" label={texts.fields.country} required readOnly value={texts.germany} hint={texts.germanyOnly} />
      </div>
    </section>
  );
}
