import { onClientChange, readClientName } from './stored-client.ts';

/** Shows the stored client's name in the header, now and whenever it changes. */
export function showSignedInName(): void {
  const link = document.querySelector<HTMLAnchorElement>('.user > a')!;
  const { href, dataset } = link;
  const label = link.getAttribute('aria-label')!;
  const paint = () => {
    const name = readClientName();
    link.parentElement!.toggleAttribute('data-signed-in', Boolean(name));
    link.lastElementChild!.textContent = name ?? '';
    link.href = name ? dataset.own! : href;
    link.setAttribute('aria-label', name || label);
  };
  paint();
  onClientChange(paint);
}
