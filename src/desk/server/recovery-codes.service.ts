import type { Writer } from '#src/server/db/database.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { replaceRecoveryCodes } from './second-factor.repository.ts';

/** Creates ten new recovery codes; the earlier ones become invalid. */
export async function renewRecoveryCodes(tx: Writer, staffId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, staffId, codes.map(hashRecoveryCode));
  return codes;
}
