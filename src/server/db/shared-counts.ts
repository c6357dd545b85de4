import { sql } from 'kysely';
import type { Reader, SharedCount } from './database.ts';

/** Adds this server's counts to those of all servers, in one statement. Windows use the database's clock. */
export async function addCounts(
  db: Reader,
  counts: ReadonlyMap<string, number>,
  seconds: number,
): Promise<SharedCount[]> {
  const now = sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
  // Sorted, so that two servers lock the same rows in the same order.
  const { rows } = await sql<SharedCount>`
    insert into rate_limits as known (key, points, expire)
    select key, points, ${now} + ${seconds * 1000} from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as added (key, points) order by key
    on conflict (key) do update set
      points = excluded.points + case when known.expire > ${now} then known.points else 0 end,
      expire = case when known.expire > ${now} then known.expire else excluded.expire end
    returning key, points, expire - ${now} as "msLeft"`.execute(db);
  return rows;
}
