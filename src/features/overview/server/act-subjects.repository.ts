import { fullName } from '#src/features/account/client.ts';
import { shortCode } from '#src/features/vouchers/voucher.ts';
import type { AuditSubject } from '#src/server/audit/audit.repository.ts';
import type { Reader } from '#src/server/db/database.ts';

interface Named {
  id: string;
  name: string;
  /** The number of the order that it is about, or that it became. */
  number?: string | null;
}

/** Finds the people whom records with these ids are about. Deleted records have none. */
const FINDERS: Partial<Record<AuditSubject, (db: Reader, ids: string[]) => Promise<Named[]>>> = {
  offer: (db, ids) =>
    db
      .selectFrom('checkouts as c')
      .leftJoin('orders as o', 'o.checkout_id', 'c.id')
      .select(['c.id', 'c.client_name as name', 'o.order_number as number'])
      .where('c.id', 'in', ids)
      .execute(),
  withdrawal: (db, ids) =>
    db.selectFrom('withdrawals').select(['id', 'name', 'order_number as number']).where('id', 'in', ids).execute(),
  message: (db, ids) => db.selectFrom('contact_messages').select(['id', 'name']).where('id', 'in', ids).execute(),
  voucher: async (db, ids) => {
    const vouchers = await db.selectFrom('vouchers').select(['id', 'last_four']).where('id', 'in', ids).execute();
    return vouchers.map((voucher) => ({ id: voucher.id, name: shortCode(voucher) }));
  },
  customer: async (db, ids) => {
    const clients = await db.selectFrom('clients').select(['id', 'name', 'lastname']).where('id', 'in', ids).execute();
    return clients.map((client) => ({ id: client.id, name: fullName(client) }));
  },
};

/** "Ana Müller, 7K3M-Q2FD" instead of an id, by the id. */
export async function findSubjectNames(
  db: Reader,
  acts: readonly { subject: string; subject_id: string }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [subject, find] of Object.entries(FINDERS)) {
    const ids = [...new Set(acts.filter((act) => act.subject === subject).map(({ subject_id: id }) => id))];
    for (const { id, name, number } of ids.length > 0 ? await find(db, ids) : [])
      names.set(id, [name, number].filter(Boolean).join(', '));
  }
  return names;
}
