/** For browsers without speculation rules: a pointer that comes near a language fetches its page ahead. */
export function fetchLanguagesAhead(): void {
  if (HTMLScriptElement.supports?.('speculationrules')) return;
  document.addEventListener('pointerover', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('.header-flags:not([data-personal]) a');
    // The browser's cache answers what is asked for twice.
    if (link) fetch(link.href, { priority: 'low' }).catch(() => {});
  });
}
