import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Answer } from './answers.ts';
import type { Fault } from './faults.ts';
import { isExpired, unitOf, type OrderRecord, type WithdrawalRecord } from './records.ts';

/** An event as it was first sent; a repetition has the same bytes, because the signature covers them. */
export interface EventRecord {
  id: string;
  orderId: string;
  body: string;
}

/** A stored response for a repeated PayPal-Request-Id. */
interface Remembered {
  /** Call, target and body of the request; the same id with another request is refused. */
  what: string;
  answer: Answer;
  at: number;
}

export interface Store {
  /** Signs webhooks and tokens; created once. */
  secret: string;
  /** Writes all of its changes to the disk before it returns, or none. */
  transaction<T>(act: () => T): T;
  orders(): OrderRecord[];
  order(id: string): OrderRecord | undefined;
  /** The order, unless its buyer or the shop took too long. */
  liveOrder(id: string): OrderRecord | undefined;
  orderOfCapture(captureId: string): OrderRecord | undefined;
  save(order: OrderRecord): void;
  /** The paid order with this invoice id. */
  paidOrderId(invoiceId: string): string | undefined;
  /** Deletes an order, as PayPal does with unpaid ones. */
  drop(orderId: string): void;
  remembered(requestId: string): Remembered | undefined;
  remember(requestId: string, remembered: Remembered): void;
  forgetRequests(): void;
  withdrawals(): WithdrawalRecord[];
  saveWithdrawal(withdrawal: WithdrawalRecord): void;
  event(id: string): EventRecord | undefined;
  saveEvent(event: EventRecord): void;
  /** Returns the next fault for a call and removes it. */
  takeFault(call: string): Fault | undefined;
  addFault(call: string, fault: Fault, times: number): void;
  clear(): void;
  close(): void;
}

const TABLES = ['orders', 'captures', 'invoices', 'requests', 'events', 'faults', 'withdrawals'];

/**
 * Stores everything in a SQLite file that survives a kill and a power cut, because tests for lost payments rely on it.
 */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const db = new Database(path.join(folder, 'emulator.db'), { timeout: 5000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    create table if not exists secret (value text not null);
    create table if not exists orders (id text primary key, record text not null);
    create table if not exists captures (id text primary key, order_id text not null);
    create table if not exists invoices (id text primary key, order_id text not null);
    create table if not exists requests (id text primary key, record text not null);
    create table if not exists events (id text primary key, record text not null);
    create table if not exists withdrawals (id text primary key, record text not null);
    create table if not exists faults (id integer primary key, call text not null, record text not null, times integer not null);
  `);
  const records = <T>(table: string) => {
    const one = db.prepare<[string], { record: string }>(`select record from ${table} where id = ?`);
    const put = db.prepare(
      `insert into ${table} (id, record) values (?, ?) on conflict (id) do update set record = excluded.record`,
    );
    const all = db.prepare<[], { record: string }>(`select record from ${table} order by rowid`);
    return {
      all: () => all.all().map(({ record }) => JSON.parse(record) as T),
      get(id: string): T | undefined {
        const row = one.get(id);
        return row && (JSON.parse(row.record) as T);
      },
      put: (id: string, record: T) => void put.run(id, JSON.stringify(record)),
    };
  };
  const orders = records<OrderRecord>('orders');
  const requests = records<Remembered>('requests');
  const withdrawals = records<WithdrawalRecord>('withdrawals');
  const events = records<EventRecord>('events');
  const index = (table: string) => {
    const one = db.prepare<[string], { order_id: string }>(`select order_id from ${table} where id = ?`);
    const put = db.prepare(`insert or ignore into ${table} (id, order_id) values (?, ?)`);
    return {
      orderId: (id: string) => one.get(id)?.order_id,
      put: (id: string, orderId: string) => void put.run(id, orderId),
    };
  };
  const captures = index('captures');
  const invoices = index('invoices');
  const nextFault = db.prepare<[string], { id: number; record: string }>(
    'select id, record from faults where call = ? and times > 0 order by id',
  );

  return {
    secret: db
      .transaction(() => {
        const known = db.prepare<[], { value: string }>('select value from secret').get()?.value;
        const secret = known ?? randomBytes(32).toString('hex');
        if (!known) db.prepare('insert into secret (value) values (?)').run(secret);
        return secret;
      })
      .immediate(),
    transaction: (act) => db.transaction(act).immediate(),
    orders: orders.all,
    order: orders.get,
    liveOrder(id) {
      const order = orders.get(id);
      return order && !isExpired(order) ? order : undefined;
    },
    orderOfCapture(captureId) {
      const orderId = captures.orderId(captureId);
      return orderId === undefined ? undefined : orders.get(orderId);
    },
    save(order) {
      orders.put(order.id, order);
      for (const { id } of order.captures) captures.put(id, order.id);
      const invoiceId = unitOf(order).invoice_id;
      if (invoiceId !== undefined && order.status === 'COMPLETED') invoices.put(invoiceId, order.id);
    },
    paidOrderId: invoices.orderId,
    drop: (id) => void db.prepare('delete from orders where id = ?').run(id),
    remembered: requests.get,
    remember: requests.put,
    forgetRequests: () => db.exec('delete from requests'),
    withdrawals: withdrawals.all,
    saveWithdrawal: (withdrawal) => withdrawals.put(withdrawal.id, withdrawal),
    event: events.get,
    saveEvent: (event) => events.put(event.id, event),
    takeFault(call) {
      const next = nextFault.get(call);
      if (next) db.prepare('update faults set times = times - 1 where id = ?').run(next.id);
      return next && (JSON.parse(next.record) as Fault);
    },
    addFault: (call, fault, times) =>
      void db
        .prepare('insert into faults (call, record, times) values (?, ?, ?)')
        .run(call, JSON.stringify(fault), times),
    clear: () => db.exec(`begin; ${TABLES.map((table) => `delete from ${table};`).join(' ')} commit`),
    close: () => db.close(),
  };
}
