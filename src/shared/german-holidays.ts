const DAY_MS = 86_400_000;

/** Month and day of the public holidays of all Länder: their holiday acts, and Art. 2(2) of the Unification Treaty for 3 October. */
const FIXED = ['01-01', '05-01', '10-03', '12-25', '12-26'];
/** Days from Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday. */
const MOVING = [-2, 1, 39, 50];

/** Easter Sunday in UTC (Anonymous Gregorian computus). */
function easter(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const h = (19 * a + b - (b >> 2) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * (c >> 2) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return Date.UTC(year, 2, 22 + h + l - 7 * m);
}

/** Whether a day, given as its midnight in UTC, is a public holiday in all of Germany. */
export function isHoliday(day: number): boolean {
  const date = new Date(day);
  const fromEaster = (day - easter(date.getUTCFullYear())) / DAY_MS;
  return FIXED.includes(date.toISOString().slice(5, 10)) || MOVING.includes(fromEaster);
}
