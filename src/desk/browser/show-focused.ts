/**
 * Brings the field that has the focus on arrival into the middle, with the reason below it. Safari leaves it behind the
 * buttons at the bottom.
 */
export function showFocused(): void {
  const field = document.querySelector<HTMLElement>('[autofocus]');
  if (!field) return;
  // Safari scrolls after the event.
  const show = () => setTimeout(() => (field.closest('.field') ?? field).scrollIntoView({ block: 'center' }));
  if (field === document.activeElement) return void show();
  field.addEventListener('focus', show, { once: true });
  // A person who comes to it later sees where it is.
  setTimeout(() => field.removeEventListener('focus', show), 1000);
}
