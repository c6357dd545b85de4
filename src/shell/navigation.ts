/** Closes an open dropdown by a click beside it and by Escape; without it a dropdown closes by its own button only. */
export function closeMenus(): void {
  const open = () => document.querySelector<HTMLDetailsElement>('.nav details[open]');
  document.addEventListener('click', ({ target }) => {
    const details = open();
    if (details && !details.contains(target as Node)) details.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    const details = key === 'Escape' && open();
    if (!details) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  });
}
