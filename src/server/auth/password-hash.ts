import argon2 from 'argon2';
import { normalizePassword } from '#src/shared/password.ts';

/**
 * OWASP's parameters for servers with little memory: 19 MiB, two passes. At most four hashes run at once (libuv's
 * threads).
 */
export const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const bytesOf = (password: string) => Buffer.from(normalizePassword(password));

export const hashPassword = (password: string): Promise<string> => argon2.hash(bytesOf(password), ARGON2);

/** A hash of a random password. Verifying it takes as long as verifying the hash of a known address. */
let unknownAccountHash: string | undefined;

/** Whether a password matches its hash. Takes the same time when there is no hash. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  // Created on the first call for any address; otherwise that call's time would reveal an unknown address.
  unknownAccountHash ??= await hashPassword(crypto.randomUUID());
  const matches = await argon2.verify(hash ?? unknownAccountHash, bytesOf(password));
  return hash !== undefined && matches;
}

/** Whether the hash has outdated parameters; the next login then replaces it. */
export const isHashOutdated = (hash: string): boolean => argon2.needsRehash(hash, ARGON2);
