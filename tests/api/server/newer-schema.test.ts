import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop();
});
afterAll(() => own?.dispose());

it('a server starts on the schema of the version after it, which it may be needed for again', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-later-version', '2030-01-01T00:00:00.000Z')`.execute(
    own.ctx.db.read,
  );
  await own.ctx.db.migrate();
  const server = await own.serve();
  expect((await request(server.url, '/api/stock/')).status).toBe(200);
});
