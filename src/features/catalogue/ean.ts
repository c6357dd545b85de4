/** Whether a text is a GTIN-8 or GTIN-13 with a correct check digit. */
export const isEan = (text: string): boolean => /^(?:\d{8}|\d{13})$/.test(text) && weigh(text) % 10 === 0;

const weigh = (digits: string): number =>
  [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);

/**
 * As a bar code without its spaces. An American one has 12 digits, which is a European one with a zero before it;
 * spreadsheets drop the zero that it may begin with.
 */
export function readEan(text: string): string | undefined {
  const digits = text
    .replace(/\s/g, '')
    .replace(/^\d{11,12}$/, (short) => short.padStart(13, '0'))
    .replace(/^0(\d{13})$/, '$1');
  return isEan(digits) ? digits : undefined;
}
