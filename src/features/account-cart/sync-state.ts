/** What a browser knows about the account's cart. It is removed with the cart when the customer signs out. */
import { parseJson } from '#src/shared/parse-json.ts';
import { readStored, writeStored } from '#src/shared/safe-storage.ts';
import type { Units } from './merge-carts.ts';

const KEY = 'cartSync';
/** As many as the server reads. */
const MAX_SENT = 3;

export interface SyncState {
  clientId: string;
  /** The cart of the last answer; absent before the first. */
  base?: Units;
  /** Calls since then without an answer, newest first: the page may have been left before. */
  sent: { id: string; lines: Units; at: number }[];
  /** Time of the last answer; 0 before the first. */
  at: number;
}

/** The state for this account; a new one if the browser was last used with another account. */
export function readSyncState(clientId: string): SyncState {
  const stored = parseJson(readStored(KEY) ?? '') as Partial<SyncState> | null | undefined;
  const isValid =
    stored?.clientId === clientId &&
    Array.isArray(stored.sent) &&
    typeof stored.at === 'number' &&
    (stored.base === undefined || Array.isArray(stored.base));
  return isValid ? (stored as SyncState) : { clientId, sent: [], at: 0 };
}

export const writeSyncState = ({ sent, ...state }: SyncState): void =>
  writeStored(KEY, JSON.stringify({ ...state, sent: sent.slice(0, MAX_SENT) }));
