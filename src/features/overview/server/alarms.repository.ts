import type { Reader, Writer } from '#src/server/db/database.ts';
import { deleteSetting, findSetting, saveSetting } from '#src/server/db/setting.ts';

/** Problems of the running shop that need the owner's attention at once. */
export const ALARMS = ['paypal_login', 'paypal_away', 'payments', 'backup', 'legal_texts', 'tracking_login'] as const;
export type Alarm = (typeof ALARMS)[number];

const PREFIX = 'alarm:';

/** The active alarms, with their start times in ISO 8601. */
export async function findAlarms(db: Reader): Promise<Map<Alarm, string>> {
  const names = ALARMS.map((alarm) => PREFIX + alarm);
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length) as Alarm, value]));
}

const AWAY = 'paypal:away_since';

/** Since when PayPal has not responded, in ISO 8601. */
export const findAwaySince = (db: Reader): Promise<string | undefined> => findSetting(db, AWAY);
export const saveAwaySince = (tx: Writer, since: string): Promise<void> => saveSetting(tx, AWAY, since);
export const deleteAwaySince = (tx: Writer): Promise<void> => deleteSetting(tx, AWAY);

export const saveAlarm = (tx: Writer, alarm: Alarm, since: string): Promise<void> =>
  saveSetting(tx, PREFIX + alarm, since);
export const deleteAlarm = (tx: Writer, alarm: Alarm): Promise<void> => deleteSetting(tx, PREFIX + alarm);

interface PaymentStart {
  isAccepted: boolean;
  /** The email address; the checkout's id when the buyer has not entered one yet. */
  buyer: string;
}

/**
 * The newest checkouts since a time, newest first. Excludes checkouts that still wait for PayPal's response, those of
 * bank transfers, those that a gift voucher pays in full, and orders by phone that nobody pays yet.
 */
export async function findPaymentStarts(db: Reader, since: string, limit: number): Promise<PaymentStart[]> {
  const rows = await db
    .selectFrom('checkouts')
    .select(['id', 'email', 'paypal_order_id'])
    .where('created_at', '>', since)
    .where((row) => row.or([row('paypal_order_id', 'is not', null), row('settling_by', 'is', null)]))
    .whereRef('total_cents', '>', 'voucher_cents')
    .where('id', 'not in', (row) => row.selectFrom('transfers').select('transfers.checkout_id'))
    .where((row) =>
      row.or([
        row('paypal_order_id', 'is not', null),
        row('id', 'not in', row.selectFrom('offers').select('offers.checkout_id')),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, email, paypal_order_id }) => ({ isAccepted: paypal_order_id !== null, buyer: email || id }));
}
