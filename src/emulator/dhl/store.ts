import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** An event in DHL's tracking of a shipment. */
interface TrackedEvent {
  /** ISO-8601 */
  timestamp: string;
  statusCode: 'pre-transit' | 'transit' | 'delivered' | 'failure' | 'unknown';
  description: string;
}

export interface Shipment {
  number: string;
  /** The shop's name of it. */
  reference: string;
  kind: 'shipment' | 'return';
  product: string;
  billingNumber: string;
  grams: number;
  consignee: Record<string, unknown>;
  state: 'made' | 'cancelled' | 'manifested';
  events: TrackedEvent[];
  isReturned: boolean;
  madeAt: string;
}

export interface Fault {
  name: string;
  ms?: number | undefined;
}

/** Keeps shipments and ordered faults in a file, so that a label survives any kill. */
export function openDhlStore(folder: string) {
  mkdirSync(folder, { recursive: true });
  const db = new Database(path.join(folder, 'emulator.db'), { timeout: 5000 });
  db.pragma('journal_mode = WAL');
  db.exec(`
    create table if not exists shipments (id integer primary key, number text unique, record text not null);
    create table if not exists faults
      (id integer primary key, call text not null, record text not null, times integer not null);
  `);
  const all = db.prepare<[], { record: string }>('select record from shipments order by id');
  const one = db.prepare<[string], { record: string }>('select record from shipments where number = ?');
  const put = db.prepare(
    'insert into shipments (number, record) values (?, ?) on conflict (number) do update set record = excluded.record',
  );
  const nextFault = db.prepare<[string], { id: number; record: string }>(
    'select id, record from faults where call = ? and times > 0 order by id',
  );
  return {
    transaction: <T>(act: () => T): T => db.transaction(act).immediate(),
    all: () => all.all().map(({ record }) => JSON.parse(record) as Shipment),
    find: (number: string) => {
      const row = one.get(number);
      return row && (JSON.parse(row.record) as Shipment);
    },
    save: (shipment: Shipment) => void put.run(shipment.number, JSON.stringify(shipment)),
    takeFault(call: string): Fault | undefined {
      const next = nextFault.get(call);
      if (next) db.prepare('update faults set times = times - 1 where id = ?').run(next.id);
      return next && (JSON.parse(next.record) as Fault);
    },
    addFault: (call: string, fault: Fault, times: number) =>
      void db
        .prepare('insert into faults (call, record, times) values (?, ?, ?)')
        .run(call, JSON.stringify(fault), times),
    clear: () => db.exec('delete from shipments; delete from faults'),
    close: () => db.close(),
  };
}

export type DhlStore = ReturnType<typeof openDhlStore>;
