import { parseJson } from '#src/shared/parse-json.ts';
import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';
import type { CheckoutInput } from './checkout-api.ts';

type Address = CheckoutInput['shipping'];

const KEY = 'deliveryAddress';

/**
 * Stores the typed delivery address until the order is placed. Otherwise a buyer who returns from PayPal to a new form would order
 * to the account's address without noticing.
 */
export const keepAddress = (clientId: string, address: Address): void => writeStored(KEY, JSON.stringify({ ...address, clientId }));

/** The stored address, but never one that another client typed in this browser. */
export function typedAddress(clientId: string): Partial<Address> {
  const stored = parseJson(readStored(KEY) ?? '') as (Partial<Address> & { clientId?: string }) | null | undefined;
  return stored?.clientId === clientId ? stored : {};
}

export const forgetAddress = (): void => removeStored(KEY);
