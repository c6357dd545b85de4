import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';

interface ExpressOrder {
  lines: Attempt['lines'];
  /** EUR */
  expectedTotal: number;
  languageLocale: string;
}

/** An attempt to order, stored until it ends, so that it survives a reload, another tab or the return from PayPal. */
export interface Attempt {
  requestId: string;
  /** Identifies cart, addresses, wishes, total, language and a guest's email: any change makes another attempt. */
  fingerprint: string;
  lines: { productId: number; quantity: number }[];
  /** The buyer has no account: access depends on this browser's cookie. */
  guest?: boolean;
  /** Set when the server answered. */
  checkoutId?: string;
  /** Set for an express checkout: the buyer orders on the review page. */
  express?: ExpressOrder;
  /** Path of the page of an order by phone, where the buyer may try again. */
  offer?: string;
  /** The review page has shown this express attempt, so Back must not redirect there again. */
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
    return undefined; // missing, or written by another script
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

export const rememberMaybePaid = (checkoutId: string, maybePaid: boolean): void => change(checkoutId, { maybePaid });
export const rememberReviewed = (checkoutId: string, reviewed: boolean): void => change(checkoutId, { reviewed });

/** Whether the attempt is an order by transfer, which is stored only until its response arrives. */
export const isTransfer = (attempt: Attempt | undefined): attempt is Attempt =>
  attempt?.fingerprint.startsWith('["transfer",') === true;

/**
 * The stored attempt if it has the same fingerprint, otherwise a new one. A transfer without a response, perhaps of
 * another tab, may still become an order: with its requestId, the shop accepts only one of both.
 */
export function attemptFor(fingerprint: string, lines: Attempt['lines'], guest: boolean): Attempt {
  const known = readAttempt();
  if (known?.fingerprint === fingerprint) return known;
  const requestId = isTransfer(known) ? known.requestId : crypto.randomUUID();
  return { requestId, fingerprint, lines, ...(guest && { guest }) };
}

/** The attempt of an express checkout. `inCart`: the units leave the cart once they are ordered. */
export const expressAttempt = (
  order: ExpressOrder,
  { inCart, guest }: { inCart: boolean; guest: boolean },
): Attempt => ({
  ...attemptFor(JSON.stringify(['express', inCart, order]), inCart ? order.lines : [], guest),
  express: order,
});
