/**
 * Opens the folded section of a field that a link leads to, or that the browser asks to fill in. Some browsers do
 * neither.
 */
export function openSections(): void {
  function open(field: Element | null): void {
    for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
  }
  const linked = () => location.hash && open(document.getElementById(decodeURIComponent(location.hash.slice(1))));
  document.addEventListener('invalid', ({ target }) => open(target as Element), { capture: true });
  document.addEventListener('click', ({ target }) => {
    const hash = (target as Element).closest?.<HTMLAnchorElement>('a[href^="#"]')?.hash;
    if (hash) open(document.getElementById(decodeURIComponent(hash.slice(1))));
  });
  linked();
}
