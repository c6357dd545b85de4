// SQLite takes at most 32,766 parameters a statement, a product row has some 30.
const BATCH = 500;

/** The rows in parts that fit into one statement. */
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}
