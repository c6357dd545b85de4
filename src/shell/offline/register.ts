const GESTURES = ['pointerdown', 'keydown', 'scroll'] as const;

/** Registers the service worker at the first sign of somebody reading, unless they save data. */
export function registerServiceWorker(): void {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (!serviceWorker || connection?.saveData) return;
  const register = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, register);
    // Refused in private windows and by policy: then pages are read online only.
    serviceWorker.register('/sw.js').catch(() => {});
  };
  for (const gesture of GESTURES) addEventListener(gesture, register, { passive: true });
}
