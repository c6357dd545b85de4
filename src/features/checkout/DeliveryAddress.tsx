import { Fragment, useEffect, useState } from 'react';
import type { StoredClient } from '#src/features/account/client.ts';
import Field from '#src/ui/form/Field.tsx';
import FieldFrame from '#src/ui/form/FieldFrame.tsx';
import type { FieldErrors, Values } from '#src/ui/form/form-errors.ts';
import type { Form } from '#src/ui/form/use-form.ts';
import {
  addressLines,
  needsPostNumber,
  parcelPointIn,
  PLACES,
  POST_NUMBER_PATTERN,
  STATION_PATTERN,
  toStreetLines,
  type Place,
} from '#src/features/orders/parcel-point.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { isOutsideVatArea } from './delivery-area.ts';

interface Props {
  form: Form;
  /** undefined for a guest. */
  client: StoredClient | undefined;
  texts: Pick<
    CheckoutTexts,
    'fields' | 'addressTitle' | 'change' | 'changeAddress' | 'germany' | 'germanyOnly' | 'places' | 'stations' | 'postNumberHint'
  >;
}

const GERMANY = 'DE';
const FIELDS = ['place', 'name', 'address', 'number', 'additional_address', 'station', 'post_number', 'postal_code', 'city'] as const;
type Address = Record<(typeof FIELDS)[number], string>;

function defaultsOf(client: StoredClient | undefined): Address {
  const street = {
    address: client?.clientAddress ?? '',
    number: client?.clientNumber ?? '',
    additional_address: client?.clientAdditionalAddress ?? '',
  };
  const point = parcelPointIn(street);
  return {
    ...(point ? { address: '', number: '', additional_address: '' } : street),
    place: point?.kind ?? 'home',
    station: point?.station ?? '',
    post_number: point?.postNumber ?? '',
    name: client ? `${client.clientName} ${client.clientSurname}` : '',
    postal_code: client?.clientCountry === GERMANY ? client.clientPostalCode : '',
    city: client?.clientCity ?? '',
  };
}

/** Fields of the other kind of place are disabled, so that the form leaves them out. */
function typedAddress(element: HTMLFormElement): Address {
  const values = new FormData(element);
  return Object.fromEntries(FIELDS.map((name) => [name, String(values.get(name) ?? '')])) as Address;
}

const placeOf = ({ place }: Values): Place => PLACES.find((known) => known === place) ?? 'home';

/** The address in the form in which the API takes and stores it. */
export function shippingOf(values: Values) {
  const {
    name = '',
    address = '',
    number = '',
    additional_address = '',
    station = '',
    post_number = '',
    postal_code = '',
    city = '',
  } = values;
  const kind = placeOf(values);
  const street =
    kind === 'home'
      ? { address, number, additional_address }
      : toStreetLines({ kind, station: station.trim(), postNumber: post_number.trim() });
  return { name, ...street, postal_code, city };
}

/** Why the shop does not deliver to a postal code. */
export const areaProblem = ({ postal_code = '' }: Values, { areaNotServed }: Pick<CheckoutTexts, 'areaNotServed'>): FieldErrors =>
  isOutsideVatArea(postal_code) ? { postal_code: areaNotServed } : {};

const isComplete = (values: Address): boolean => {
  const { additional_address, ...needed } = shippingOf(values);
  return Object.values(needed).every((value) => value.trim() !== '') && (additional_address !== '' || !needsPostNumber(placeOf(values)));
};

/** The delivery address: a summary with "change", and its fields when something is missing, wrong or to be changed. */
export default function DeliveryAddress({ form, client, texts }: Props) {
  const [shown, setShown] = useState(() => defaultsOf(client));
  const [changing, setChanging] = useState(!isComplete(shown));
  const follow = () => setShown(typedAddress(form.attributes.ref.current!));
  const place = placeOf(shown);
  // At first the draft of an earlier visit is in the fields. Another place enables fields that were left out before.
  useEffect(follow, [place]);
  const isOpen = changing || FIELDS.some((name) => form.errors[name]);
  const isHome = place === 'home';
  const field = (name: keyof Address) => ({ form, name, label: texts.fields[name], defaultValue: defaultsOf(client)[name] });
  return (
    <section className="checkout-address" aria-labelledby="checkout-address" onInput={follow}>
      <h2 id="checkout-address">{texts.addressTitle}</h2>
      {!isOpen && (
        <div className="checkout-address-summary">
          <address>
            {addressLines(shippingOf(shown)).map((line, at) => (
              <Fragment key={at}>
                {at > 0 && <br />}
                {line}
              </Fragment>
            ))}
            , {texts.germany}
          </address>
          <button type="button" className="link" aria-label={texts.changeAddress} onClick={() => setChanging(true)}>
            {texts.change}
          </button>
        </div>
      )}
      <div className="checkout-address-fields" hidden={!isOpen}>
        <FieldFrame form={form} name="place" label={texts.fields.place} required>
          {(attributes) => (
            <select {...attributes} defaultValue={defaultsOf(client).place} autoComplete="off">
              {PLACES.map((name) => (
                <option key={name} value={name}>
                  {texts.places[name]}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <Field {...field('name')} required autoComplete="shipping name" maxLength={121} />
        <div className="checkout-address-fields" hidden={!isHome}>
          <div className="form-row form-row-long">
            <Field {...field('address')} required={isHome} disabled={!isHome} autoComplete="off" maxLength={120} />
            <Field {...field('number')} required={isHome} disabled={!isHome} autoComplete="off" maxLength={20} />
          </div>
          <Field {...field('additional_address')} disabled={!isHome} autoComplete="shipping address-line2" maxLength={120} />
        </div>
        <div className="form-row" hidden={isHome}>
          <Field
            {...field('post_number')}
            hint={texts.postNumberHint}
            required={needsPostNumber(place)}
            disabled={isHome}
            inputMode="numeric"
            pattern={`\\s*${POST_NUMBER_PATTERN}\\s*`}
            autoComplete="off"
          />
          <Field
            {...field('station')}
            label={isHome ? texts.fields.station : texts.stations[place]}
            required={!isHome}
            disabled={isHome}
            inputMode="numeric"
            pattern={`\\s*${STATION_PATTERN}\\s*`}
            autoComplete="off"
          />
        </div>
        <div className="form-row form-row-short">
          <Field {...field('postal_code')} required inputMode="numeric" pattern="\d{5}" autoComplete="shipping postal-code" />
          <Field {...field('city')} required autoComplete="shipping address-level2" maxLength={80} />
        </div>
        <Field form={form} name="country" label={texts.fields.country} required readOnly value={texts.germany} hint={texts.germanyOnly} />
      </div>
    </section>
  );
}
