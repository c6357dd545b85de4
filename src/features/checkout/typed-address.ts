import { parseJson } from '#src/shared/parse-json.ts';
import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';
import type { CheckoutInput } from './checkout-api.ts';

type Address = CheckoutInput['shipping'];

const KEY = 'deliveryAddress';

/**
 * Keeps where a buyer wants it delivered, until the order is placed: who comes back from PayPal to a new form, after a refused payment
 * or a reload, would else order to the account's address without noticing.
 */
export const keepAddress = (clientId: string, address: Address): void => writeStored(KEY, JSON.stringify({ ...address, clientId }));

/** Nothing of what somebody else typed here. */
export function typedAddress(clientId: string): Partial<Address> {
  const stored = parseJson(readStored(KEY) ?? '') as (Partial<Address> & { clientId?: string }) | null | undefined;
  return stored?.clientId === clientId ? stored : {};
}

export const forgetAddress = (): void => removeStored(KEY);
