import { offerCamera } from './camera-scanner.ts';

/**
 * Fills the fields of a form, one after the other, from a hand scanner or the camera. `next`: the selector of the
 * button that follows the last field.
 */
export function fillByScanner(fieldsOf: (form: HTMLFormElement) => HTMLInputElement[], next: string): void {
  const scanner = document.querySelector<HTMLElement>('[data-scanner]');
  const form = scanner?.closest('form');
  if (!scanner || !form) return;
  const nextEmpty = () => fieldsOf(form).find(({ value }) => value === '');
  const focusNext = () => (nextEmpty() ?? form.querySelector<HTMLElement>(next))?.focus();
  // The Enter key of a hand scanner leads to the next field.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !fieldsOf(form).includes(event.target as HTMLInputElement)) return;
    event.preventDefault();
    focusNext();
  });
  let last = '';
  offerCamera(scanner, (code) => {
    const field = nextEmpty();
    // The camera still sees the code that it has just read.
    if (field && code !== last) {
      field.value = last = code;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      focusNext();
    }
    return nextEmpty() !== undefined;
  });
}
