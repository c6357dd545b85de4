const SHOWN_MS = 3000;

/**
 * Shows a message in the alert area for 3 seconds, or longer while it has the pointer or the focus. Screen readers
 * announce it.
 */
export function showAlert(text: string, tone: 'warning' | 'success' = 'warning'): void {
  const area = document.getElementById('alerts');
  if (!area) return;
  const alert = document.createElement('p');
  alert.className = `alert alert-${tone}`;
  alert.textContent = text;
  area.replaceChildren(alert);
  alert.tabIndex = 0;
  let timer: ReturnType<typeof setTimeout>;
  const stopTimer = () => clearTimeout(timer);
  const startTimer = () => {
    stopTimer();
    timer = setTimeout(() => alert.remove(), SHOWN_MS);
  };
  alert.onpointerenter = alert.onfocus = stopTimer;
  alert.onpointerleave = alert.onblur = startTimer;
  startTimer();
}

/** Announces a text to screen readers only. */
export function announce(text: string): void {
  // Each call adds a new text node, because screen readers do not read an unchanged node again.
  document.getElementById('said')?.replaceChildren(text);
}
