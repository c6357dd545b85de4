import { fillByScanner } from '#src/desk/browser/fill-by-scanner.ts';

/** Fills the product fields of an order by phone. */
export const offerProductScanner = (): void =>
  fillByScanner((form) => [...form.querySelectorAll<HTMLInputElement>('[data-product]')], '[value="check"]');
