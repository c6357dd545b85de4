const HOUR_MS = 3600_000;

/** Retention in years, from the end of the calendar year: accounting records (§147(3) AO, §257(4) HGB). */
export const RECORD_YEARS = 8;
/** Retention of business letters (§147(3) AO, §257(4) HGB). */
export const LETTER_YEARS = 6;

/**
 * Retention of audit entries about customers: claims become barred three years after the end of the year (§195, §199
 * BGB), and then the entries have no purpose any more (GDPR 5(1)(e)).
 */
export const ACCOUNT_YEARS = 3;

const berlinYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' });

/**
 * The cutoff of a retention: anything older has been kept for that many years from the end of its calendar year.
 * ISO-8601; years begin and end in Germany, which is one hour ahead of UTC on 1 January.
 */
export function keptBefore(now: Date, years: number): string {
  const year = Number(berlinYear.format(now));
  return new Date(Date.UTC(year - years, 0) - HOUR_MS).toISOString();
}
