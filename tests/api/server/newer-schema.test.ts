import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop();
});
afterAll(() => own?.dispose());

it('a server starts on the schema of the next version, for a possible rollback', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-later-version', '2030-01-01T00:00:00.000Z')`.execute(
    own.ctx.db.read,
  );
  await own.ctx.db.migrate();
  const server = await own.serve();
  expect((await request(server.url, '/api/stock/')).status).toBe(200);
});

it('a migration with a lower number than the last one still runs', async () => {
  const { read, migrate } = own.ctx.db;
  await read.schema.dropTable('former_slugs').execute();
  await sql`delete from kysely_migration where name = '0006-former-slugs'`.execute(read);
  await migrate();
  expect(await read.selectFrom('former_slugs').selectAll().execute()).toEqual([]);
});
