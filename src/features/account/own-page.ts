/** For pages that show one person's data: they go once that person has signed out, here, in another tab, or while the page lay in the back-forward cache. */
import type { StoredClient } from './client.ts';
import { onClientChange, readClient, writeClient } from './stored-client.ts';

export function keepOwnPage(client: StoredClient): void {
  // The page came from the server just now: it knows better than storage.
  writeClient(client);
  // Where storage is blocked nothing tells that the person has gone.
  if (!readClient()) return;
  onClientChange(() => {
    if (readClient()?.clientId === client.clientId) return;
    document.documentElement.hidden = true;
    location.reload(); // the server leads to the login
  });
}
