import { countryName } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';

/** A person or a company anywhere in the world. */
export interface BillingAddress {
  name: string;
  company?: string;
  /** Without spaces, such as DE136695976. */
  vatId?: string;
  address: string;
  number: string;
  additional_address: string;
  postal_code: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
}

/** The address as it is written on a letter. `locale`: the language of the country, which is left out for Germany. */
export function billingLines(billing: BillingAddress, locale: Locale): string[] {
  const { company, name, address, number, additional_address, postal_code, city, country } = billing;
  return [
    ...(company ? [company] : []),
    name,
    `${address} ${number}`,
    ...(additional_address ? [additional_address] : []),
    `${postal_code} ${city}`,
    ...(country === 'DE' ? [] : [countryName(country, locale)]),
  ];
}

/** The address with the field names of the API. */
export const toBillingJson = ({ company = '', vatId = '', ...address }: BillingAddress) => ({
  ...address,
  company,
  vat_id: vatId,
});
