/** Regions that `Intl` knows although ISO 3166-1 does not assign their codes to countries. */
const NOT_ASSIGNED = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'XK',
  'ZZ',
]);

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Whether ISO 3166-1 assigns this code of two capital letters to a country. */
export function isCountryCode(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NOT_ASSIGNED.has(code) || regionNames.of(code) === undefined) return false;
  // `Intl` also knows withdrawn codes, such as DD, but replaces them by the code of the successor.
  return new Intl.Locale(`und-${code}`).region === code;
}
