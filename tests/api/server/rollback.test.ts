import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshShop, type FreshShop } from '../../support/fresh-shop.ts';

const LONG = 'x'.repeat(100_000);

let own: FreshShop;

beforeAll(async () => {
  own = await freshShop();
});
afterAll(() => own?.dispose());

const settings = () => own.ctx.db.read.selectFrom('settings').select('value').where('value', '=', LONG).execute();
const write = () => own.ctx.db.write((tx) => tx.insertInto('settings').values({ name: 'long', value: LONG }).execute());

it.runIf(process.env.TEST_ENGINE !== 'postgres')(
  'a full SQLite database fails with that error, and takes writes again once there is room',
  async () => {
    const { read } = own.ctx.db;
    await sql`pragma max_page_count = 1`.execute(read); // SQLite sets it to the pages that the file has
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    await sql`pragma max_page_count = 1000000`.execute(read);
    await write();
    expect(await settings()).toHaveLength(1);
  },
);

it.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a connection that PostgreSQL ends fails with its reason, and the next write goes through',
  async () => {
    const ended = own.ctx.db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(ended).rejects.toMatchObject({ code: '57P01' });
    await write();
    expect(await settings()).toHaveLength(1);
  },
);
