/** Brings the refused field that has the focus into the middle. Safari leaves it behind the buttons at the bottom. */
export function showRefused(): void {
  const field = document.querySelector<HTMLElement>('[autofocus][aria-invalid]');
  if (!field) return;
  // Safari scrolls after the event.
  const show = () => setTimeout(() => field.scrollIntoView({ block: 'center' }));
  if (field === document.activeElement) show();
  else field.addEventListener('focus', show, { once: true });
}
