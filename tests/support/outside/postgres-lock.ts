import pg from 'pg';
import { until } from '../until.ts';

const LOCK = 4_711;

/**
 * Stops whoever inserts the first row into a table that is yet to be created, at that row. `reached` waits for it;
 * `open` lets everybody go on. Needs the rights of a superuser.
 */
export async function stopAtTable(
  url: string,
  table: string,
): Promise<{ reached: () => Promise<void>; open: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create schema held;
    create function held.wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$;
    create function held.attach() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.${table}' and command_tag = 'CREATE TABLE') then
        create trigger held before insert on public.${table} for each row execute function held.wait();
      end if; end $$;
    create event trigger held_${table} on ddl_command_end execute function held.attach();
    select pg_advisory_lock(${LOCK})`);
  return {
    async reached() {
      const waiting = () =>
        client.query(`select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`);
      await until(`somebody inserts into ${table}`, async () => (await waiting()).rowCount! > 0);
    },
    async open() {
      await client.query(`drop event trigger held_${table}; drop schema held cascade`);
      await client.end();
    },
  };
}
