import type { StoredClient } from '#src/features/account/client.ts';
import type { FieldErrors, Values } from '#src/ui/form/form-errors.ts';
import type { FormTexts } from '#src/ui/form/form-texts.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { isOutsideVatArea } from './delivery-area.ts';
import {
  parcelPointIn,
  PLACES,
  STATION,
  streetProblem,
  toDigits,
  toStreetLines,
  type Place,
} from '#src/features/orders/parcel-point.ts';

const GERMANY = 'DE';
export const ADDRESS_FIELDS = [
  'place',
  'name',
  'address',
  'number',
  'additional_address',
  'station',
  'post_number',
  'postal_code',
  'city',
] as const;
export type Address = Record<(typeof ADDRESS_FIELDS)[number], string>;

export const defaultsOf = (client: StoredClient | undefined): Address =>
  addressIn({
    address: client?.clientAddress ?? '',
    number: client?.clientNumber ?? '',
    additional_address: client?.clientAdditionalAddress ?? '',
    name: client ? `${client.clientName} ${client.clientSurname}` : '',
    postal_code: client?.clientCountry === GERMANY ? client.clientPostalCode : '',
    city: client?.clientCity ?? '',
  });

type Lines = Pick<Address, 'name' | 'address' | 'number' | 'additional_address' | 'postal_code' | 'city'>;

/** The form's values for an address. */
function addressIn({ address, number, additional_address, ...recipient }: Lines): Address {
  const street = { address, number, additional_address };
  const named = parcelPointIn(street);
  // The remaining text has no field of its own, so it stays in the typed field.
  const point = named?.rest ? undefined : named;
  return {
    ...recipient,
    ...(point ? { address: '', number: '', additional_address: '' } : street),
    place: point?.kind ?? 'home',
    station: point?.station ?? '',
    post_number: point?.postNumber ?? '',
  };
}

/** The form's values for one of the account's further addresses. The parcel service must find the company. */
export const deliveryValues = ({
  company,
  additional_address: line,
  ...address
}: Lines & { company: string }): Address =>
  addressIn({
    ...{ name: address.name, address: address.address, number: address.number },
    ...{ postal_code: address.postal_code, city: address.city },
    additional_address: [company, line].filter(Boolean).join(', ').slice(0, 120),
  });

export const placeOf = ({ place }: Values): Place => PLACES.find((known) => known === place) ?? 'home';

/** The address in the API's format. */
export function toApiAddress(values: Values) {
  const text = (name: keyof Address) => values[name] ?? '';
  const kind = placeOf(values);
  const recipient = { name: text('name'), postal_code: text('postal_code'), city: text('city') };
  return kind === 'home'
    ? { ...recipient, address: text('address'), number: text('number'), additional_address: text('additional_address') }
    : { ...recipient, kind, station: text('station'), post_number: text('post_number') };
}

/** The address in the lines in which the API stores it. */
export function linesOf(values: Values) {
  const address = toApiAddress(values);
  if (!('kind' in address)) return address;
  const { kind, station, post_number, ...recipient } = address;
  return { ...recipient, ...toStreetLines({ kind, station: toDigits(station), postNumber: toDigits(post_number) }) };
}

/**
 * The form's texts with the errors of the address's own fields, which the cart page does not need, and with `others`.
 */
export const fieldTexts = (
  { form, nameProblem, pointProblems }: Pick<CheckoutTexts, 'form' | 'nameProblem' | 'pointProblems'>,
  others: Record<string, string> = {},
): FormTexts => ({
  ...form,
  fields: { ...form.fields, name: nameProblem, ...pointProblems, ...others },
});

type AddressTexts = Pick<CheckoutTexts, 'areaNotServed' | 'streetProblems'>;

/** Why a parcel cannot be delivered to this address. */
export function addressProblems(values: Values, { areaNotServed, streetProblems }: AddressTexts): FieldErrors {
  const problem = placeOf(values) === 'home' && streetProblem(linesOf(values));
  return {
    ...(isOutsideVatArea(values.postal_code ?? '') && { postal_code: areaNotServed }),
    ...(problem && { address: streetProblems[problem] }),
  };
}

export const isComplete = (values: Address): boolean => {
  const { additional_address: _, ...needed } = linesOf(values);
  return Object.values(needed).every((value) => value.trim() !== '') && streetProblem(linesOf(values)) === undefined;
};

/**
 * Errors in PayPal's address, by field of the form. `invalid`: the fields that the API would refuse. A foreign country
 * has its own notice, because the form shows Germany.
 */
export function reviewErrors(
  shown: Address,
  invalid: string[],
  texts: AddressTexts & { form: FormTexts },
): FieldErrors {
  const point = STATION.test(shown.station) ? 'post_number' : 'station';
  const names = invalid.map((name) => (name === 'address' && placeOf(shown) !== 'home' ? point : name));
  const errors = names.filter((name) => name !== 'country').map((name) => [name, texts.form.fields[name]]);
  return { ...Object.fromEntries(errors), ...addressProblems(shown, texts) };
}
