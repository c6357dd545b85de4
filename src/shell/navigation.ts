/**
 * Closes an open dropdown, and the sheet of filters, at a click outside it and at Escape. Closes all menus when the
 * page is left, because the back-forward cache would show them open again. Without this script a dropdown closes by its
 * own button only.
 */
export function closeMenus(): void {
  if (!HAS_POPOVERS) switchMenus();
  const open = () => document.querySelector<HTMLDetailsElement>(':is(.nav details, .filters)[open]');
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
    shut();
  });
}

/** Safari before 17, Chrome before 114 and Firefox before 125 have none. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype;

/** Closes the menus that `switchMenus` has opened, but this one. */
function shut(stays?: Element | null): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover][data-open]'))
    if (menu !== stays) delete menu.dataset.open;
}

/** Opens and closes menus by their buttons, a click outside them and Escape, as browsers with popovers do. */
function switchMenus(): void {
  document.addEventListener('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget');
    const menu = id === undefined ? (target as Element).closest('[popover]') : document.getElementById(id ?? '');
    shut(menu);
    if (id !== undefined) menu?.toggleAttribute('data-open');
  });
  document.addEventListener('keydown', ({ key }) => void (key === 'Escape' && shut()));
}
