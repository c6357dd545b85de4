const GESTURES = ['pointerdown', 'keydown', 'scroll'] as const;

/** Calls back at the first sign of somebody reading, unless they save data. */
export function onFirstGesture(act: () => void): void {
  const { connection, userActivation } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const start = () => {
    for (const gesture of GESTURES) removeEventListener(gesture, start);
    act();
  };
  // A gesture may have brought this script.
  if (userActivation?.hasBeenActive) act();
  else for (const gesture of GESTURES) addEventListener(gesture, start);
}
