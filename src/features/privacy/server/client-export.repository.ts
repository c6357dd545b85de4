import type { Reader } from '#src/server/db/database.ts';

/** Checkouts without an order, newest first. */
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

export const findMailsTo = (db: Reader, recipients: string[]) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'sent_at', 'subject'])
    .where('recipient', 'in', recipients)
    .orderBy('created_at')
    .execute();
