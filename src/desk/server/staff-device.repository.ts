import type { Reader, Writer } from '#src/server/db/database.ts';
import type { StaffDevicesTable } from '#src/server/db/tables/desk.ts';

/** Stores that a person uses a browser, or extends its expiry. */
export async function saveStaffDevice(tx: Writer, row: StaffDevicesTable): Promise<void> {
  await tx
    .insertInto('staff_devices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['token_hash', 'staff_id']).doUpdateSet({ expires_at: row.expires_at }))
    .execute();
}

const selectDevice = (db: Reader, tokenHash: string, now: string) =>
  db
    .selectFrom('staff_devices')
    .select('staff_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .limit(1);

/** Whether any staff member uses the browser. */
export const isStaffDevice = async (db: Reader, tokenHash: string, now: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash, now).executeTakeFirst()) !== undefined;

/** Whether the person with this address uses the browser. */
export const isDeviceOfStaff = async (db: Reader, tokenHash: string, emailKey: string, now: string): Promise<boolean> =>
  (await selectDevice(db, tokenHash, now)
    .innerJoin('staff', 'staff.id', 'staff_devices.staff_id')
    .where('staff.email_key', '=', emailKey)
    .executeTakeFirst()) !== undefined;

/** The language of the person who last signed in with the browser. */
export const localeOfStaffDevice = async (db: Reader, tokenHash: string, now: string): Promise<string | undefined> =>
  (
    await selectDevice(db, tokenHash, now)
      .clearSelect()
      .innerJoin('staff', 'staff.id', 'staff_devices.staff_id')
      .select('staff.locale')
      .orderBy('staff_devices.expires_at', 'desc')
      .executeTakeFirst()
  )?.locale;
