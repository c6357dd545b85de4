import type { Reader } from '#src/server/db/database.ts';

/** Orders that were begun and never placed, newest first. */
export const findFruitlessCheckouts = (db: Reader, clientId: string) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('state', '!=', 'ordered')
    .orderBy('created_at', 'desc')
    .execute();

export const findSessionTimes = (db: Reader, clientId: string) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'seen_at', 'expires_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .execute();

export const findDeviceTimes = (db: Reader, clientId: string) =>
  db.selectFrom('known_devices').select(['created_at', 'expires_at']).where('client_id', '=', clientId).orderBy('created_at').execute();

/** Written since then: the address may have been somebody else's before. */
export const findMailsTo = (db: Reader, email: string, since: string) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'sent_at', 'subject'])
    .where('recipient', '=', email)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute();
