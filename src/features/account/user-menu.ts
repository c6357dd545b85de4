import { onClientChange, readClientName } from './stored-client.ts';

/** Shows in the header who is signed in, as storage has it: at once, and whenever that changes. */
export function keepUser(): void {
  const link = document.querySelector<HTMLAnchorElement>('.user > a')!;
  const { href, ariaLabel, dataset } = link;
  const paint = () => {
    const name = readClientName();
    link.parentElement!.toggleAttribute('data-signed-in', Boolean(name));
    link.lastElementChild!.textContent = name ?? '';
    link.href = name ? dataset.own! : href;
    link.ariaLabel = name ? `${dataset.label} ${name}` : ariaLabel;
  };
  paint();
  onClientChange(paint);
}
