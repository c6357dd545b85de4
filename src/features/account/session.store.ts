import { atom } from 'nanostores';
import { SIGNED_OUT } from '#src/shared/fetch-json.ts';
import type { StoredClient } from './client.ts';
import { onClientChange, readClient, removeClient, writeClient } from './stored-client.ts';

/**
 * The signed-in client for islands, read from storage like in the header and in other tabs; undefined when signed out.
 * An API response with status 401 removes the client here, too, because the server's session decides.
 */
export const $client = atom<StoredClient | undefined>();

if (typeof window !== 'undefined') {
  const follow = () => {
    const client = readClient();
    // The events also fire when the same client is still stored: a page is shown again, or another key changes.
    if (JSON.stringify(client) !== JSON.stringify($client.get())) $client.set(client);
  };
  follow();
  onClientChange(follow);
  addEventListener(SIGNED_OUT, removeClient);
}

/** Call this after a login and after a change of the client's data. */
export const rememberClient = (client: StoredClient): void => writeClient(client);

/** Call this after the session ended. Other stored data, like the cart, stays. */
export const forgetClient = (): void => removeClient();
