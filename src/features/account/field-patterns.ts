/**
 * Values of `pattern` for the address fields of all forms, so that they say what is wrong before anything is sent. The
 * API checks the same. Not `maxlength`, which cuts a pasted text without a word. Spaces around a text do not count.
 */

/** Five digits. German codes begin with 01 to 99 and end at 99998. */
export const POSTAL_CODE_PATTERN = '\\s*(?!00|99999)[0-9]{5}\\s*';

/** A person or a place: at least one letter. */
export const namePattern = (max: number): string => `(?=.*\\p{L})\\s*.{1,${max}}\\s*`;

/** At least one letter or digit. */
export const STREET_PATTERN = '(?=.*[\\p{L}\\p{N}])\\s*.{1,120}\\s*';

export const shortPattern = (max: number): string => `\\s*.{0,${max}}\\s*`;

/** Checks German postal codes only; the schema limits the length of all others. */
export const isPostalCode = (postalCode: string, country: string): boolean =>
  country !== 'DE' || new RegExp(`^${POSTAL_CODE_PATTERN}$`).test(postalCode);
