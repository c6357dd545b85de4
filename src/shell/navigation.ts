/**
 * Closes an open dropdown at a click outside it and at Escape. Closes all menus when the page is left, because the
 * back-forward cache would show them open again. Without this script a dropdown closes by its own button only.
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
