import { hideCodes } from '../hidden-code.ts';

/** Shortens vouchers' codes in search fields before the browser writes them into an address. */
export function hideTypedCodes(): void {
  // Kept short: this script is inline in each page of the desk only while it is below 4 KiB.
  const hide = ({ target: { q } }: { target: { q?: HTMLInputElement } }) => {
    if (q) q.value = hideCodes(q.value);
  };
  onsubmit = hide as unknown as typeof onsubmit;
}
