import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';

interface ExpressOrder {
  lines: Attempt['lines'];
  /** EUR */
  expectedTotal: number;
  languageLocale: string;
}

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
  /** What is bought with the address that PayPal tells: the buyer orders on the review page. */
  express?: ExpressOrder;
  /** The review page has shown this express attempt, so that Back does not lead there again by itself. */
  reviewed?: boolean;
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

function change(checkoutId: string, changes: Partial<Attempt>): void {
  const attempt = readAttempt();
  if (attempt?.checkoutId === checkoutId) keepAttempt({ ...attempt, ...changes });
}

export const noteMaybePaid = (checkoutId: string, maybePaid: boolean): void => change(checkoutId, { maybePaid });
export const noteReviewed = (checkoutId: string, reviewed: boolean): void => change(checkoutId, { reviewed });

/** The stored attempt if it has the same fingerprint, otherwise a new one. */
export function attemptFor(fingerprint: string, lines: Attempt['lines'], guest: boolean): Attempt {
  const known = readAttempt();
  return known?.fingerprint === fingerprint ? known : { requestId: crypto.randomUUID(), fingerprint, lines, ...(guest && { guest }) };
}

/** The attempt to buy with PayPal's address. `inCart`: the units leave the cart once they are ordered. */
export const expressAttempt = (order: ExpressOrder, { inCart, guest }: { inCart: boolean; guest: boolean }): Attempt => ({
  ...attemptFor(JSON.stringify(['express', inCart, order]), inCart ? order.lines : [], guest),
  express: order,
});
