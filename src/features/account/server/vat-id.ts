import jsvat from 'jsvat-next';

/** Longer than any VAT id with its spaces and dots; bounds the time of the library's regular expressions. */
export const MAX_VAT_ID = 30;

/** The VAT id in capitals without spaces, dots and hyphens; undefined when its form or check digit is wrong. */
export function readVatId(text: string): string | undefined {
  if (text.length > MAX_VAT_ID) return undefined;
  const { isValid, value } = jsvat.checkVAT(text, jsvat.countries);
  return isValid ? value : undefined;
}
