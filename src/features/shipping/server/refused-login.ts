/** Remembers when the carrier last refused the shop's key for tracking, so that the desk can warn the owner. */
import type { Context } from '#src/server/context.ts';
import { deleteSetting, findSetting, saveSetting } from '#src/server/db/setting.ts';
import type { Carrier, TrackAnswer } from '../carrier.ts';

const NAME = 'carrier:login_refused_at';
/** The shop asks about a parcel more often than this. Without parcels it cannot learn that the key works again. */
const FRESH_MS = 24 * 3600_000;

type Moment = Pick<Context, 'db' | 'now'>;

export async function isLoginRefused({ db, now }: Moment): Promise<boolean> {
  const at = await findSetting(db.read, NAME);
  return at !== undefined && now().getTime() - Date.parse(at) < FRESH_MS;
}

/** Asks the carrier about a parcel, and records whether it accepts the shop's key. */
export async function askCarrier(
  { db, now }: Moment,
  carrier: Carrier,
  trackingNumber: string,
): Promise<Exclude<TrackAnswer, 'login_refused'>> {
  const answer = await carrier.track(trackingNumber);
  // No answer says nothing about the key.
  if (answer === 'not_now') return answer;
  if (answer === 'login_refused') {
    await db.write((tx) => saveSetting(tx, NAME, now().toISOString()));
    return 'not_now';
  }
  if ((await findSetting(db.read, NAME)) !== undefined) await db.write((tx) => deleteSetting(tx, NAME));
  return answer;
}
