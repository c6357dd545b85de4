import { isReplacement, type Parcel } from '#src/features/orders/parcel.ts';
import type { ParcelTrackRow } from '#src/server/db/tables/parcel-tracks.ts';
import { DAY_MS, berlinDay, berlinMoment } from '#src/shared/german-day.ts';
import { isHoliday } from '#src/shared/delivery/german-holidays.ts';

/** A parcel without an event for so many working days is stuck. */
const PATIENCE_DAYS = 4;

/** Whether at least four working days (Monday to Friday) have ended since a moment (ISO-8601). */
export function isStuck(since: string, now: Date): boolean {
  const today = berlinDay(now.toISOString());
  let left = PATIENCE_DAYS;
  for (let day = berlinDay(since) + DAY_MS; day < today; day += DAY_MS)
    if (new Date(day).getUTCDay() % 6 !== 0 && !isHoliday(day) && --left === 0) return true;
  return false;
}

type Known = Pick<ParcelTrackRow, 'number' | 'trouble' | 'state'>;

/** The tracks of parcels that are stuck or come back, unless they have arrived since or were replaced. */
export function openTroubles<Track extends Known>(
  tracks: readonly Track[],
  parcels: readonly Pick<Parcel, 'number' | 'reason'>[],
): Track[] {
  const latest = parcels.findLast(isReplacement)?.number ?? 1;
  return tracks.filter(
    ({ number, trouble, state }) => trouble !== null && state !== 'delivered' && state !== 'ended' && number >= latest,
  );
}

/** A carrier's time as ISO-8601. Without an offset it is a German clock's. undefined: no time. */
export function carrierTime(written: string): string | undefined {
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/.test(written);
  const moment = hasOffset ? new Date(written) : berlinMoment(written.slice(0, 16));
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}
