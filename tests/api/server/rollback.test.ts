import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#src/server/db/open-database.ts';
import { findSetting, saveSetting } from '#src/server/db/setting.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { freshShop } from '../../support/shops/fresh-shop.ts';

const LONG = 'x'.repeat(100_000);

const own = forFile(() => freshShop());

const settings = () => own.ctx.db.read.selectFrom('settings').select('value').where('value', '=', LONG).execute();
const write = () => own.ctx.db.write((tx) => tx.insertInto('settings').values({ name: 'long', value: LONG }).execute());

it.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'a full SQLite database fails with that error, and accepts writes again once there is room',
  async () => {
    const limitPages = (pages: number) =>
      own.ctx.db.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx));
    await limitPages(1); // SQLite sets it to the pages that the file has
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await limitPages(1_000_000);
    await write();
    expect(await settings()).toHaveLength(1);
  },
);

it.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a connection closed by PostgreSQL fails with its reason, and the next write succeeds',
  async () => {
    const ended = own.ctx.db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    await write();
    expect(await settings()).toHaveLength(1);
  },
);

const save = (name: string, value: string) => own.ctx.db.write((tx) => saveSetting(tx, name, value));

it('a query for the rows of an empty list finds none, and one for all others finds all', async () => {
  await save('one', 'of two');
  const names = (operator: 'in' | 'not in', db = own.ctx.db.read) =>
    db.selectFrom('settings').select('name').where('name', operator, []).execute();
  expect(await names('in')).toEqual([]);
  expect(await own.ctx.db.write((tx) => names('in', tx))).toEqual([]);
  expect(await names('not in')).toContainEqual({ name: 'one' });
});

it('a read sees the last commit while the same process has an open transaction', async () => {
  const { db } = own.ctx;
  await save('seen', 'before');
  await db.write(async (tx) => {
    const state = db.changes();
    await saveSetting(tx, 'seen', 'after');
    expect(await findSetting(db.read, 'seen')).toBe('before');
    expect(await findSetting(tx, 'seen')).toBe('after');
    // A page rendered now shows the old data, so its time must be before the change.
    expect(db.changes()).toBe(state);
  });
  expect(await findSetting(db.read, 'seen')).toBe('after');
});

it.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'each commit of any process invalidates the cache of a SQLite database',
  async () => {
    const { db } = own.ctx;
    const states = [db.changes()];
    await save('seen', 'by this process');
    states.push(db.changes());
    const other = openDatabase(own.ctx.config, own.ctx.log, true);
    await other.write((tx) => saveSetting(tx, 'seen', 'by another')).finally(() => other.close());
    states.push(db.changes());
    expect(new Set(states)).toHaveProperty('size', 3);
    expect(db.changes()).toBe(states[2]);
  },
);

it('all reads of a snapshot see its moment while others write', async () => {
  const { db } = own.ctx;
  await save('first', 'old');
  const seen = await db.snapshot(async (reader) => {
    const first = await findSetting(reader, 'first');
    await save('first', 'new');
    return [first, await findSetting(reader, 'first'), await findSetting(db.read, 'first')];
  });
  expect(seen).toEqual(['old', 'old', 'new']);
});
