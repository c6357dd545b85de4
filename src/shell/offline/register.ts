/** Pages that are read stay readable without a network. */
export function registerServiceWorker(): void {
  // Refused in private windows and by policy: then pages are read online only.
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
}
