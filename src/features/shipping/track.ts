import { DAY_MS, berlinDay, berlinMoment } from '#src/shared/german-day.ts';
import { isHoliday } from '#src/shared/delivery/german-holidays.ts';

/** A parcel without an event for so many working days is stuck. */
const PATIENCE_DAYS = 4;
/** Carriers keep a parcel for about a week, until its buyer collects it. */
const COLLECTION_DAYS = 10;

/** Whether a parcel is stuck: at least four working days (Monday to Friday) have ended since a moment (ISO-8601). */
export function isStuck(since: string, now: Date, { isWaiting = false }: { isWaiting?: boolean } = {}): boolean {
  const today = berlinDay(now.toISOString());
  let left = isWaiting ? COLLECTION_DAYS : PATIENCE_DAYS;
  for (let day = berlinDay(since) + DAY_MS; day < today; day += DAY_MS)
    if (new Date(day).getUTCDay() % 6 !== 0 && !isHoliday(day) && --left === 0) return true;
  return false;
}

/** A carrier's time as ISO-8601. Without an offset it is a German clock's. undefined: no time. */
export function carrierTime(written: string): string | undefined {
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/.test(written);
  const moment = hasOffset ? new Date(written) : berlinMoment(written.slice(0, 16));
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}
