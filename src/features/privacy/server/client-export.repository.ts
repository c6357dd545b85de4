import { sql } from 'kysely';
import { shownEmail } from '#src/server/auth/email.ts';
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

/** By id, of products that the shop still has. */
export async function findProductNames(db: Reader, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('products').select(['id', 'product_name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, product_name }) => [id, product_name]));
}

export const findSessionTimes = (db: Reader, clientId: string) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'seen_at', 'expires_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .execute();

export const findDeviceTimes = (db: Reader, clientId: string) =>
  db
    .selectFrom('known_devices')
    .select(['created_at', 'expires_at'])
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .execute();

/**
 * Mails to the client's address, and mails about the client's orders, also to an address that the client had before.
 * The shop's own mails about orders, such as alarms, are left out.
 */
export const findMailsOf = (
  db: Reader,
  { clientId, recipients, shopEmail }: { clientId: string; recipients: string[]; shopEmail: string },
) =>
  selectMails(db)
    .where((row) =>
      row.or([
        row('recipient', 'in', recipients),
        row.and([
          row('recipient', '!=', shopEmail),
          // The inner query reads the index of ids and not the mails, which are large.
          row(
            'id',
            'in',
            row
              .selectFrom(['outbox as mail', 'orders as o'])
              .select('mail.id')
              .where('o.client_id', '=', clientId)
              .where('mail.id', 'like', sql<string>`'%' || ${sql.ref('o.id')} || '%'`),
          ),
        ]),
      ]),
    )
    .execute();

export const findMailsTo = (db: Reader, recipients: string[]) =>
  selectMails(db).where('recipient', 'in', recipients).execute();

const selectMails = (db: Reader) =>
  db.selectFrom('outbox').select(['id', 'kind', 'created_at', 'sent_at', 'subject']).orderBy('created_at');

/** Ids of the orders that guests placed with this address, newest first. */
export const findGuestOrderIds = async (db: Reader, emailKey: string): Promise<string[]> => {
  const mine = db.selectFrom('orders').select('id').where('email_key', '=', emailKey).where('client_id', 'is', null);
  return (await mine.orderBy('ordered_at', 'desc').execute()).map(({ id }) => id);
};

export const findMessagesFrom = (db: Reader, emailKey: string) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'message', 'created_at as sent'])
    .where('email_key', '=', emailKey)
    .orderBy('created_at')
    .execute();

export const findWithdrawalsFrom = (db: Reader, emailKey: string) =>
  db
    .selectFrom('withdrawals')
    .select([
      'id',
      'name',
      'email',
      'order_number as orderNumber',
      'part',
      'created_at as declared',
      'closed_as as closedAs',
      'closed_at as closed',
    ])
    .where(sql<string>`lower(email)`, 'in', spellings(emailKey))
    .orderBy('created_at')
    .execute();

/** Checkouts of guests without an order, newest first. */
export const findFruitlessGuestCheckouts = (db: Reader, emailKey: string) =>
  db
    .selectFrom('checkouts')
    .selectAll()
    .where(sql<string>`lower(email)`, 'in', spellings(emailKey))
    .where('client_id', 'is', null)
    .where('state', '!=', 'ordered')
    .orderBy('created_at', 'desc')
    .execute();

export const findRestockNoticesFor = (db: Reader, emailKey: string) =>
  db
    .selectFrom('restock_notices as n')
    .innerJoin('products as p', 'p.id', 'n.product_id')
    .select([
      'n.id',
      'n.email',
      'p.product_name as productName',
      'n.created_at as asked',
      'n.confirmed_at as confirmed',
    ])
    .where('n.email_key', '=', emailKey)
    .orderBy('n.created_at')
    .execute();

/** The account from which a bank transfer came. */
export const findPayer = (db: Reader, checkoutId: string) =>
  db
    .selectFrom('transfers')
    .select(['payer_iban', 'payer_name'])
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirst();

/** Reports of reviews that name this address. */
export const findReviewReportsFrom = (db: Reader, emailKey: string) =>
  db
    .selectFrom('review_reports')
    .select(['id', 'email', 'reason', 'text', 'created_at as reported', 'done_at as answered'])
    .where(sql<string>`lower(email)`, 'in', spellings(emailKey))
    .orderBy('created_at')
    .execute();

/** Tables without a key hold the address as it is shown: with its host in Unicode. */
const spellings = (emailKey: string): string[] => [...new Set([emailKey, shownEmail(emailKey)])];
