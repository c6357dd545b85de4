/** The latest search terms, stored only in this browser: the server never receives the list. */
import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';

const KEY = 'searches';
const MOST = 5;
/** Longer texts are unlikely to be repeated. */
const MAX_LENGTH = 100;

/** Newest first. */
export function recentSearches(): string[] {
  try {
    const stored = JSON.parse(readStored(KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((term) => typeof term === 'string').slice(0, MOST) : [];
  } catch {
    return []; // written by another script
  }
}

export function rememberSearch(text: string): void {
  const term = text.trim();
  if (!term || term.length > MAX_LENGTH) return;
  const others = recentSearches().filter((other) => other.toLowerCase() !== term.toLowerCase());
  writeStored(KEY, JSON.stringify([term, ...others].slice(0, MOST)));
}

export const forgetSearches = (): void => removeStored(KEY);
