import { atom } from 'nanostores';
import { getFreshJson, SIGNED_OUT } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { StoredClient } from './client.ts';
import { onClientChange, readClient, removeClient, writeClient } from './stored-client.ts';

/**
 * Who is signed in, for islands: the client that storage holds, in step with the header and other tabs; undefined when
 * signed out. The server knows for sure: an answer that says otherwise ends it here too.
 */
export const $client = atom<StoredClient | undefined>();

if (typeof window !== 'undefined') {
  const follow = () => {
    const client = readClient();
    // Pages are shown and other keys change without the client being another one.
    if (JSON.stringify(client) !== JSON.stringify($client.get())) $client.set(client);
  };
  follow();
  onClientChange(follow);
  addEventListener(SIGNED_OUT, removeClient);
}

/** After signing in, and when the client's data changed. */
export const rememberClient = (client: StoredClient): void => writeClient(client);

/** After the session ended. What else storage holds stays. */
export const forgetClient = (): void => removeClient();

/** Asks the server who is signed in. undefined: nobody, or there is no answer. */
export async function refreshSession(): Promise<StoredClient | undefined> {
  const before = readClient()?.clientId;
  const answer = await getFreshJson<{ client: StoredClient | null }>(api.session());
  if (!answer.ok) return undefined;
  const { client } = answer.value;
  if (client) rememberClient(client);
  // Who signed in meanwhile, in another tab, stays.
  else if (readClient()?.clientId === before) forgetClient();
  return client ?? undefined;
}
