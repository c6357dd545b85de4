import argon2 from 'argon2';
import { normalPassword } from '../password.ts';

/** OWASP's parameters for a server with little memory: 19 MiB, two passes. Four run at once at most (libuv's threads). */
export const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const bytesOf = (password: string) => Buffer.from(normalPassword(password));

export const hashPassword = (password: string): Promise<string> => argon2.hash(bytesOf(password), ARGON2);

/** Of no password anybody knows; verifying it takes the time that a known address takes. */
let nobodys: string | undefined;

/** Whether a password is right; takes the same time where there is no hash to compare with. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  // Made whoever calls first, or that call's time would tell that it was an unknown address.
  nobodys ??= await hashPassword(crypto.randomUUID());
  const matches = await argon2.verify(hash ?? nobodys, bytesOf(password));
  return hash !== undefined && matches;
}

/** A hash made with older parameters is made anew at the next login. */
export const isHashOutdated = (hash: string): boolean => argon2.needsRehash(hash, ARGON2);
