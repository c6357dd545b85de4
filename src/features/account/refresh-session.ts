import { getFreshJson } from '#src/shared/fetch-json.ts';
import { api } from '#src/shared/paths.ts';
import type { StoredClient } from './client.ts';
import { readClient, removeClient, writeClient } from './stored-client.ts';

/**
 * Asks the server who is signed in, and stores the answer. Returns undefined when nobody is, and when the server does
 * not respond. Apart from the store, because the menu in the header needs neither nanostores nor the file that they
 * share with React.
 */
export async function refreshSession(): Promise<StoredClient | undefined> {
  const before = readClient()?.clientId;
  const answer = await getFreshJson<{ client: StoredClient | null }>(api.session());
  if (!answer.ok) return undefined;
  const { client } = answer.value;
  if (client) writeClient(client);
  // Another tab may have signed a client in during this call; that client stays.
  else if (readClient()?.clientId === before) removeClient();
  return client ?? undefined;
}
