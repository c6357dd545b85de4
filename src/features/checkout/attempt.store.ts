import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';

/** An attempt to order, stored until it ends, so that a reload, another tab or the return from PayPal finds it. */
export interface Attempt {
  requestId: string;
  /** Identifies cart, address, total, language and a guest's email: a change of any of them makes another attempt. */
  fingerprint: string;
  lines: { productId: number; quantity: number }[];
  /** The buyer has no account: only this browser's cookie shows whose the checkout is. */
  guest?: boolean;
  /** Set when the server answered. */
  checkoutId?: string;
  /** The buyer was at PayPal, and it is unknown whether PayPal took the money. */
  maybePaid?: boolean;
}

/** Query parameter of the cart's address: the buyer cancelled at PayPal. */
export const CANCELLED = 'cancelled';

const KEY = 'checkout';

export function readAttempt(): Attempt | undefined {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '') as Partial<Attempt> | null;
    return typeof stored?.requestId === 'string' && Array.isArray(stored.lines) ? (stored as Attempt) : undefined;
  } catch {
    return undefined; // none, or another script wrote it
  }
}

export const keepAttempt = (attempt: Attempt): void => writeStored(KEY, JSON.stringify(attempt));

/** Removes the attempt of this checkout; another tab's attempt stays. */
export function forgetAttempt(checkoutId: string | undefined): void {
  if (readAttempt()?.checkoutId === checkoutId) removeStored(KEY);
}

export function noteMaybePaid(checkoutId: string, maybePaid: boolean): void {
  const attempt = readAttempt();
  if (attempt?.checkoutId === checkoutId) keepAttempt({ ...attempt, maybePaid });
}

/** The stored attempt if it has the same fingerprint, otherwise a new one. */
export function attemptFor(fingerprint: string, lines: Attempt['lines'], guest: boolean): Attempt {
  const known = readAttempt();
  return known?.fingerprint === fingerprint ? known : { requestId: crypto.randomUUID(), fingerprint, lines, ...(guest && { guest }) };
}
