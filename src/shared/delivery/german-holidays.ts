const DAY_MS = 86_400_000;

/**
 * Month and day of the public holidays of all Länder: their holiday acts, and Art. 2(2) of the Unification Treaty for 3
 * October.
 */
const FIXED = '01-01 05-01 10-03 12-25 12-26';
/** Days from Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday. */
const MOVING = [-2, 1, 39, 50];

/**
 * Easter Sunday in UTC: the Sunday after the church's full moon. The constant 24 is right for the years 1900 to 2199.
 */
function easter(year: number): number {
  const golden = year % 19;
  const age = (19 * golden + 24) % 30;
  const moon = Date.UTC(year, 2, 21 + age - Number(age > 28 || (age > 27 && golden > 10)));
  return moon + (7 - new Date(moon).getUTCDay()) * DAY_MS;
}

/** Whether a day, given as its midnight in UTC, is a public holiday in all of Germany. */
export function isHoliday(day: number): boolean {
  const date = new Date(day);
  const fromEaster = (day - easter(date.getUTCFullYear())) / DAY_MS;
  return FIXED.includes(date.toISOString().slice(5, 10)) || MOVING.includes(fromEaster);
}
