import { onClientChange, readClientName } from './stored-client.ts';

/** Shows in the header who is signed in, as storage has it: at once, and whenever that changes. */
export function keepUser(): void {
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
