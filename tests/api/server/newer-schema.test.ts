import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { saveSetting } from '#src/server/db/setting.ts';
import { request } from '../../support/outside/raw-http.ts';
import { emptyDatabase, freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

const recordLater = ({ db }: Context, name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(db.read);
/** Kysely's, on PostgreSQL. */
const MIGRATION_LOCK = sql.lit(3_853_314_791_062_309_107n);

describe('a server of the previous version', () => {
  let own: StockedShop;
  beforeAll(async () => {
    own = await stockedShop();
  });
  afterAll(() => own?.dispose());

  it('starts on the schema of the next version, for a possible rollback', async () => {
    await recordLater(own.ctx, '9998-of-a-later-version');
    await own.ctx.db.migrate();
    const server = await own.serve();
    expect((await request(server.url, '/api/stock/')).status).toBe(200);
  });

  it.runIf(process.env.TEST_ENGINE === 'postgres')('starts while the next version migrates the database', async () => {
    const { db } = own.ctx;
    let migrated: Promise<void> | undefined;
    await db.read.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(other);
      migrated = db.migrate();
      const waiting = sql`select from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`;
      await until('a server waits for the lock', async () => (await waiting.execute(other)).rows.length > 0);
      await recordLater(own.ctx, '9999-of-a-later-version');
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(other);
    });
    await migrated;
  });
});

it('a migration with a lower number than the last one still runs', async () => {
  const { env, dispose } = await emptyDatabase();
  const ctx = createContext(readConfig(env));
  const { read } = ctx.db;
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    read,
  );
  await recordLater(ctx, '9999-of-a-later-version');
  await ctx.db.migrate();
  expect(await read.selectFrom('former_slugs').selectAll().execute()).toEqual([]);
  await closeContext(ctx);
  dispose();
});

describe('a database from before 1.0.0', () => {
  let own: FreshShop;
  let made: string[];

  const recorded = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      own.ctx.db.read,
    );
    return rows.map(({ name }) => name);
  };
  const forget = (...names: string[]) =>
    sql`delete from kysely_migration where name in (${sql.join(names)})`.execute(own.ctx.db.read);
  const keptSetting = () => own.ctx.db.read.selectFrom('settings').select('value').where('name', '=', 'kept').execute();

  beforeAll(async () => {
    own = await freshShop();
    made = await recorded();
    await own.ctx.db.write((tx) => saveSetting(tx, 'kept', 'yes'));
  });
  afterAll(() => own?.dispose());

  it('is taken over by several servers at once and stays usable for the previous version', async () => {
    await forget('0001-first-release');
    const servers = [own.ctx, ...[1, 2, 3].map(() => createContext(readConfig(own.env)))];
    await Promise.all(servers.map(({ db }) => db.migrate()));
    await Promise.all(servers.slice(1).map(closeContext));
    expect(await recorded()).toEqual(made);
    const files = readdirSync('src/server/db/migrations', { recursive: true, encoding: 'utf8' });
    const since = files.filter((name) => /^\d{4}-/.test(path.basename(name)));
    // 41 from before 1.0.0.
    expect(made).toHaveLength(41 + since.length);
    expect(await keptSetting()).toEqual([{ value: 'yes' }]);
  });

  it.each([
    ['the last migration', (names: string[]) => names.slice(-1)],
    ['all migrations but the first', (names: string[]) => names.slice(1)],
  ])('is refused without %s, and the error says which version to build first', async (_, choose) => {
    const old = made.filter((name) => name !== '0001-first-release');
    const missing = choose(old);
    await forget('0001-first-release', ...missing);
    const refused = await own.ctx.db.migrate().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as Error).message).toContain(
      `it lacks ${missing[0]}. Nothing was done. Build the last version before 1.0.0 once`,
    );
    expect(await recorded()).toEqual(old.filter((name) => !missing.includes(name)));
    expect(await keptSetting()).toEqual([{ value: 'yes' }]);
  });
});
