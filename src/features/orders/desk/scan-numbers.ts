import { fillByScanner } from '#src/desk/browser/fill-by-scanner.ts';

const isChosen = (field: HTMLElement) => !field.closest('li')?.querySelector('[name="order"]:not(:checked)');

/** Fills the fields for parcels' numbers. */
export const offerNumberScanner = (): void =>
  fillByScanner(
    (form) => [...form.querySelectorAll<HTMLInputElement>('input[name^="tracking"]')].filter(isChosen),
    '.button-main, [value="handOver"]',
  );
