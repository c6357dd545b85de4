/** Whether a text is a GTIN-8 or GTIN-13 with a correct check digit. */
export const isEan = (text: string): boolean => /^(?:\d{8}|\d{13})$/.test(text) && weigh(text) % 10 === 0;

const weigh = (digits: string): number =>
  [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
