const SHOWN_MS = 3000;

/** Shows a message in the page's alert area for 3 seconds, longer while somebody points at it or has the focus there; screen readers announce it. */
export function showAlert(text: string, tone: 'warning' | 'success' = 'warning'): void {
  const area = document.getElementById('alerts');
  if (!area) return;
  const alert = document.createElement('p');
  alert.className = `alert alert-${tone}`;
  alert.textContent = text;
  area.replaceChildren(alert);
  alert.tabIndex = 0;
  let timer: ReturnType<typeof setTimeout>;
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(() => alert.remove(), SHOWN_MS);
  };
  alert.onpointerenter = alert.onfocus = stay;
  alert.onpointerleave = alert.onblur = leave;
  leave();
}

/** Says something to screen readers only. */
export function announce(text: string): void {
  // A new text node each time: one that stays is not read again.
  document.getElementById('said')?.replaceChildren(text);
}
