import argon2 from 'argon2';

/**
 * The least that the algorithm allows. A hash of the shop takes 40 ms of processor time, and the tests ask for two
 * thousand.
 */
export const WEAK = { memoryCost: 8, timeCost: 2, parallelism: 1 } as const;

const { hash, needsRehash } = argon2;

/** Setting of a test's server that is to hash passwords as a shop does. */
export const STRONG_HASHES = { TEST_HASHES: 'strong' } as const;

/** Lets servers in this process store weak hashes and take them for as good as the shop's; or no longer. */
export function hashWeakly(isWeak: boolean): void {
  argon2.hash = isWeak ? (((plain, options) => hash(plain, { ...options, ...WEAK })) as typeof hash) : hash;
  argon2.needsRehash = isWeak ? (digest, options) => needsRehash(digest, { ...options, ...WEAK }) : needsRehash;
}
