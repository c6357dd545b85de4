import { connection } from '#src/shared/connection.ts';

/** Pages that somebody reads, not only opens, stay readable without a network. */
export function keepReadPages(): void {
  // Refused in private windows and by policy: then pages are read online only.
  if (!connection().saveData) navigator.serviceWorker?.register('/sw.js').catch(() => {});
}
