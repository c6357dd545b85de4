import { savesData } from '#src/shared/connection.ts';

/** Pages that somebody reads, not only opens, stay readable without a network. */
export function keepReadPages(): void {
  if (savesData()) return;
  // Refused in private windows and by policy: then pages are read online only.
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {});
  // The worker fetches the page anew, and others with it: not beside the pictures that somebody waits for.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
