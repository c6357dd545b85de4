import { ConfigError } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import { findSetting, saveSetting } from './setting.ts';

const SETTING = 'rehearsal';

type Shop = Pick<Context, 'db'> & { config: Pick<Context['config'], 'isRehearsal' | 'isLocal'> };

/**
 * A rehearsal and a real shop never share a database: invoices of made-up orders would have numbers of the real series,
 * and mails to real buyers would become files. Throws ConfigError when the database is of the other kind.
 */
export async function refuseOtherKind({ config, db }: Shop): Promise<void> {
  const isMarked = (await findSetting(db.read, SETTING)) !== undefined;
  if (isMarked && !config.isRehearsal && !config.isLocal)
    throw new ConfigError(
      'REHEARSAL: this database belongs to a rehearsal. Take a new DATA_DIR or DATABASE_URL for the real shop. ' +
        'Example: REHEARSAL=on',
    );
  if (isMarked || !config.isRehearsal) return;
  if (await db.read.selectFrom('orders').select('id').limit(1).executeTakeFirst())
    throw new ConfigError(
      'REHEARSAL: this database has orders already. Take a new DATA_DIR or DATABASE_URL for a rehearsal. ' +
        'Example: REHEARSAL=off',
    );
}

/** Like `refuseOtherKind`, and marks a rehearsal's database on its first start. */
export async function requireOwnDatabase(shop: Shop): Promise<void> {
  await refuseOtherKind(shop);
  if (shop.config.isRehearsal) await shop.db.write((tx) => saveSetting(tx, SETTING, 'on'));
}
