/** Fills the fields for parcels' numbers, one after the other, from a hand scanner or the camera. */
import { offerCamera } from '#src/desk/camera-scanner.ts';

export function offerNumberScanner(): void {
  const scanner = document.querySelector<HTMLElement>('[data-scanner]');
  const form = scanner?.closest('form');
  if (!scanner || !form) return;
  const isChosen = (field: HTMLElement) => !field.closest('li')?.querySelector('[name="order"]:not(:checked)');
  const fields = () => [...form.querySelectorAll<HTMLInputElement>('input[name^="tracking"]')].filter(isChosen);
  const nextEmpty = () => fields().find(({ value }) => value === '');
  const goOn = () => (nextEmpty() ?? form.querySelector<HTMLElement>('.button-main, [value="handOver"]'))?.focus();
  // The Enter key of a hand scanner leads to the next parcel.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !fields().includes(event.target as HTMLInputElement)) return;
    event.preventDefault();
    goOn();
  });
  let last = '';
  offerCamera(scanner, (code) => {
    const field = nextEmpty();
    // The camera still sees the label that it has just read.
    if (field && code !== last) {
      field.value = last = code;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      goOn();
    }
    return nextEmpty() !== undefined;
  });
}
