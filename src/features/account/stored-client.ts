/** The client in `localStorage`, for scripts with and without nanostores. It contains no secret. */
import { parseJson } from '#src/shared/parse-json.ts';
import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';
import type { StoredClient } from './client.ts';

/** The name has its own key, because the specification names it and the header reads it first. */
const NAME_KEY = 'clientName';
const CLIENT_KEY = 'client';
const CHANGE = 'vitrine:client';

export const readClientName = (): string | undefined => readStored(NAME_KEY);

/** Returns undefined when nobody is signed in or the stored value is malformed. */
export function readClient(): StoredClient | undefined {
  const clientName = readClientName();
  const rest = parseJson(readStored(CLIENT_KEY) ?? '') as Partial<StoredClient> | null | undefined;
  return clientName && typeof rest?.clientId === 'string' ? { ...(rest as StoredClient), clientName } : undefined;
}

export function writeClient({ clientName, ...rest }: StoredClient): void {
  writeStored(NAME_KEY, clientName);
  writeStored(CLIENT_KEY, JSON.stringify(rest));
  dispatchEvent(new Event(CHANGE));
}

export function removeClient(): void {
  removeStored(NAME_KEY);
  removeStored(CLIENT_KEY);
  dispatchEvent(new Event(CHANGE));
}

/**
 * Calls back when a client may have signed in or out: here, in another tab, or while this page was in the back-forward
 * cache.
 */
export function onClientChange(listener: () => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow']) addEventListener(event, listener);
}
