/** Fills the product fields, one after the other, from a hand scanner or the camera. */
import { offerCamera } from '#src/desk/camera-scanner.ts';

export function offerProductScanner(): void {
  const scanner = document.querySelector<HTMLElement>('[data-scanner]');
  const form = scanner?.closest('form');
  if (!scanner || !form) return;
  const fields = () => [...form.querySelectorAll<HTMLInputElement>('[data-product]')];
  const nextEmpty = () => fields().find(({ value }) => value === '');
  const focusNext = () => (nextEmpty() ?? form.querySelector<HTMLElement>('[value="check"]'))?.focus();
  // The Enter key of a hand scanner leads to the next product.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !fields().includes(event.target as HTMLInputElement)) return;
    event.preventDefault();
    focusNext();
  });
  let last = '';
  offerCamera(scanner, (code) => {
    const field = nextEmpty();
    // The camera still sees the product that it has just read.
    if (field && code !== last) {
      field.value = last = code;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      focusNext();
    }
    return nextEmpty() !== undefined;
  });
}
