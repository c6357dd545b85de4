import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { BillingAddress } from '../billing-address.ts';
import { MAX_ADDRESSES, toClientAddressJson, type ClientAddress, type ClientAddressJson } from '../client-address.ts';
import { findAddresses, insertAddress, lockAddresses } from './client-address.repository.ts';

/** An account's further addresses, as the browser gets them. */
export const loadAddresses = async (db: Reader, clientId: string): Promise<ClientAddressJson[]> =>
  (await findAddresses(db, clientId)).map(toClientAddressJson);

/** Adds one of the account's further addresses, at most ten. */
export const addAddress = (
  { db, now }: Context,
  clientId: string,
  address: BillingAddress,
): Promise<Result<ClientAddress, { kind: 'too_many_addresses' }>> =>
  db.write(async (tx) => {
    if ((await lockAddresses(db, tx, clientId)) >= MAX_ADDRESSES) return fail({ kind: 'too_many_addresses' as const });
    const added = { id: randomUUID(), ...address };
    await insertAddress(tx, clientId, added, now().toISOString());
    return ok(added);
  });
