import { toBillingJson, type BillingAddress } from './billing-address.ts';

/** One of an account's further addresses. */
export interface ClientAddress extends BillingAddress {
  id: string;
}

export const MAX_ADDRESSES = 10;

/** The address in the API's format. */
export const toClientAddressJson = ({ id, ...address }: ClientAddress) => ({ id, ...toBillingJson(address) });

export type ClientAddressJson = ReturnType<typeof toClientAddressJson>;
