/** Remembers when the carrier last refused the shop's key for tracking, so that the desk can warn the owner. */
import type { Context } from '#src/server/context.ts';
import { deleteSetting, findSetting, saveSetting } from '#src/server/db/setting.ts';
import type { Carrier, TrackAnswer } from '../carrier.ts';

const NAME = 'carrier:login_refused_at';
/** A parcel is asked about more often. Without any parcel, nobody learns whether the key is right by now. */
const FRESH_MS = 24 * 3600_000;

type Moment = Pick<Context, 'db' | 'now'>;

export async function isLoginRefused({ db, now }: Moment): Promise<boolean> {
  const at = await findSetting(db.read, NAME);
  return at !== undefined && now().getTime() - Date.parse(at) < FRESH_MS;
}

/** What the carrier knows of a parcel. While it refuses the key, it knows nothing now. */
export async function askCarrier(
  { db, now }: Moment,
  carrier: Carrier,
  trackingNumber: string,
): Promise<Exclude<TrackAnswer, 'login_refused'>> {
  const answer = await carrier.track(trackingNumber);
  // Nobody knows whether the key is right.
  if (answer === 'not_now') return answer;
  if (answer === 'login_refused') {
    await db.write((tx) => saveSetting(tx, NAME, now().toISOString()));
    return 'not_now';
  }
  if ((await findSetting(db.read, NAME)) !== undefined) await db.write((tx) => deleteSetting(tx, NAME));
  return answer;
}
