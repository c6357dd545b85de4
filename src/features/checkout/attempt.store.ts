import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';

/** An attempt to order, kept until it is over: a reload, another tab or the way back from PayPal finds it again. */
export interface Attempt {
  requestId: string;
  /** What was to be ordered; another cart, address, total or language is another attempt. */
  fingerprint: string;
  lines: { productId: number; quantity: number }[];
  /** Once the shop has answered. */
  checkoutId?: string;
  /** The buyer was at PayPal, and nobody could tell yet whether it was paid. */
  maybePaid?: boolean;
}

/** In the cart's address: the buyer went back at PayPal. */
export const CANCELLED = 'cancelled';

const KEY = 'checkout';

export function readAttempt(): Attempt | undefined {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '') as Partial<Attempt> | null;
    return typeof stored?.requestId === 'string' && Array.isArray(stored.lines) ? (stored as Attempt) : undefined;
  } catch {
    return undefined; // none, or not ours
  }
}

export const keepAttempt = (attempt: Attempt): void => writeStored(KEY, JSON.stringify(attempt));

/** The attempt that has come to this checkout; another one, of another tab, stays. */
export function forgetAttempt(checkoutId: string | undefined): void {
  if (readAttempt()?.checkoutId === checkoutId) removeStored(KEY);
}

export function noteMaybePaid(checkoutId: string, maybePaid: boolean): void {
  const attempt = readAttempt();
  if (attempt?.checkoutId === checkoutId) keepAttempt({ ...attempt, maybePaid });
}

/** The attempt under way for the same order, else a new one. */
export function attemptFor(fingerprint: string, lines: Attempt['lines']): Attempt {
  const known = readAttempt();
  return known?.fingerprint === fingerprint ? known : { requestId: crypto.randomUUID(), fingerprint, lines };
}
