import { savesData } from '#src/shared/connection.ts';

/** Registers the service worker, which makes visited pages readable without a network. */
export function registerServiceWorker(): void {
  if (savesData()) return;
  // Private windows and policies refuse workers. Then pages are only readable online.
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {});
  // The worker fetches this page and others, so it must not compete with the page's pictures.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
