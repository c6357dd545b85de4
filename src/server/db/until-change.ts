import type { Database } from './database.ts';

/**
 * A place for what was read from a database, the same one until anything there changes. Where telling takes a question to
 * another machine (PostgreSQL) each call gets a new one.
 */
export function keptUntilChange<T>(empty: () => T): (db: Database) => T {
  const kept = new WeakMap<Database, { state: string; place: T }>();
  return (db) => {
    const state = db.changes();
    const known = kept.get(db);
    if (known && known.state === state) return known.place;
    const place = empty();
    if (state !== undefined) kept.set(db, { state, place });
    return place;
  };
}
