/**
 * Closes an open dropdown by a click beside it and by Escape; without it a dropdown closes by its own button only. A page that
 * is left closes all its menus: it may come back as it was.
 */
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
  addEventListener('pagehide', () => {
    const details = open();
    if (details) details.open = false;
    for (const id of ['menu', 'user-menu']) document.getElementById(id)?.hidePopover?.();
  });
}
