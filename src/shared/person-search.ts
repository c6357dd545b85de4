/** The digits of a phone number without the country's code. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^(?:0049|49|0)/, '');

/** The digits to look for in phone numbers; undefined when the text is no part of a phone number. */
export function readPhoneSearch(text: string): string | undefined {
  const digits = /^[\d\s+()/-]+$/.test(text) ? digitsOf(text) : '';
  return digits.length >= 4 ? digits : undefined;
}
