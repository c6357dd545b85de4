import { sql } from 'kysely';
import type { Reader } from '#src/server/db/database.ts';

/** The figures that a person compares after a restore. Money is in cents. */
export interface Figures {
  orders: number;
  orderItems: number;
  orderedCents: number;
  invoices: number;
  invoicedCents: number;
  creditNotes: number;
  creditedCents: number;
  refunds: number;
  refundedCents: number;
  customers: number;
  products: number;
  mails: number;
  /** Unsent mails. */
  unsentMails: number;
  latestOrderAt: string | null;
}

/** One statement, so that all figures are of the same moment. */
const QUERY = sql<Figures>`select
  (select count(*) from orders) as "orders",
  (select count(*) from checkout_lines l join orders o on o.checkout_id = l.checkout_id) as "orderItems",
  (select coalesce(sum(c.total_cents), 0) from checkouts c join orders o on o.checkout_id = c.id) as "orderedCents",
  (select count(*) from invoices where kind = 'invoice') as "invoices",
  (select coalesce(sum(total_cents), 0) from invoices where kind = 'invoice') as "invoicedCents",
  (select count(*) from invoices where kind = 'credit_note') as "creditNotes",
  (select coalesce(sum(total_cents), 0) from invoices where kind = 'credit_note') as "creditedCents",
  (select count(*) from refunds) as "refunds",
  (select coalesce(sum(amount_cents), 0) from refunds) as "refundedCents",
  (select count(*) from clients) as "customers",
  (select count(*) from products) as "products",
  (select count(*) from outbox) as "mails",
  (select count(*) from outbox where due_at is not null) as "unsentMails",
  (select max(ordered_at) from orders) as "latestOrderAt"`;

export const readFigures = async (db: Reader): Promise<Figures> => (await QUERY.execute(db)).rows[0]!;
