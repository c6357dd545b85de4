import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Stands in a compiled query where a value goes. */
class Hole<V> {
  readonly read: (values: V) => unknown;
  constructor(read: (values: V) => unknown) {
    this.read = read;
  }
}

/**
 * A query that Kysely puts together once a database: doing so takes longer than running it. `build` says by `value` where
 * each call's values go and must not look at them; the query is the same whatever they are.
 */
export function compileOnce<V, R>(
  build: (db: Reader, value: <T>(read: (values: V) => T) => T) => Compilable<R>,
): (db: Reader, values: V) => Promise<R[]> {
  const compiled = new WeakMap<Reader, CompiledQuery<R>>();
  return async (db, values) => {
    let query = compiled.get(db);
    if (!query) compiled.set(db, (query = build(db, (read) => new Hole(read) as never).compile()));
    const parameters = query.parameters.map((parameter) => (parameter instanceof Hole ? parameter.read(values) : parameter));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
