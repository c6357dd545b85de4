const GESTURES = ['pointerdown', 'keydown', 'scroll'];

/** Pages that somebody reads, not only opens, stay readable without a network. */
export function keepReadPages(): void {
  // Refused in private windows and by policy: then pages are read online only. Once more is nothing more.
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => {});
  for (const gesture of GESTURES) addEventListener(gesture, register, { once: true });
}
