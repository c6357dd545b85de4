/** The client where the browser keeps it, for scripts with and without nanostores; nothing secret is in it. */
import { parseJson } from '#src/shared/parse-json.ts';
import { readStored, removeStored, writeStored } from '#src/shared/safe-storage.ts';
import type { StoredClient } from './client.ts';

/** Under a key of its own, as it is: the header reads it before anything else. */
const NAME_KEY = 'clientName';
const CLIENT_KEY = 'client';
const CHANGE = 'vitrine:client';

export const readClientName = (): string | undefined => readStored(NAME_KEY);

/** undefined when nobody is signed in, or storage holds something else. */
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

/** Calls back when somebody may have signed in or out: here, in another tab, or while this page lay in the back-forward cache. */
export function onClientChange(listener: () => void): void {
  for (const event of [CHANGE, 'storage', 'pageshow']) addEventListener(event, listener);
}
