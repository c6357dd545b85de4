import { fill } from '#src/i18n/fill.ts';
import { onClientChange, readClientName } from './stored-client.ts';

/** Shows in the header who is signed in, as storage has it: at once, and whenever that changes. */
export function keepUser(): void {
  const user = document.querySelector('.user')!;
  const [name, greeting] = user.querySelectorAll<HTMLElement>('.user-name, [data-greeting]') as unknown as [HTMLElement, HTMLElement];
  const paint = () => {
    const clientName = readClientName() ?? '';
    user.toggleAttribute('data-signed-in', Boolean(clientName));
    name.textContent = clientName;
    greeting.textContent = fill(greeting.dataset.greeting!, { name: clientName });
  };
  paint();
  onClientChange(paint);
}
