const HOUR_MS = 3600_000;

/** Years that records are kept, from the end of the calendar year: accounting records (§147(3) AO, §257(4) HGB). */
export const RECORD_YEARS = 8;
/** The same for business letters (§147(3) AO, §257(4) HGB). */
export const LETTER_YEARS = 6;

/**
 * The same for the record of who looked up, changed or exported a customer: claims about it are barred three years after the end of
 * the year (§195, §199 BGB), and then nobody needs it any more (GDPR 5(1)(e)).
 */
export const ACCOUNT_YEARS = 3;

const berlinYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' });

/**
 * What happened before this time has been kept for so many years from the end of its calendar year. ISO-8601; years begin and
 * end in Germany, which is one hour ahead of UTC on 1 January.
 */
export function keptBefore(now: Date, years: number): string {
  const year = Number(berlinYear.format(now));
  return new Date(Date.UTC(year - years, 0) - HOUR_MS).toISOString();
}
