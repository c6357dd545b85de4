/**
 * Hides a page with one client's data after that client signed out: on this page, in another tab, or while the page was
 * in the back-forward cache.
 */
import type { StoredClient } from './client.ts';
import { onClientChange, readClient, writeClient } from './stored-client.ts';

export function leaveAfterSignOut(client: StoredClient): void {
  // The server has just rendered this page for the client, so storage may be outdated.
  writeClient(client);
  // Without storage, this page cannot notice that the client signed out.
  if (!readClient()) return;
  onClientChange(() => {
    if (readClient()?.clientId === client.clientId) return;
    document.documentElement.hidden = true;
    location.reload(); // the server redirects to the login
  });
}
