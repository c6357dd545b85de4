import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

/** More searches than are rendered at once. */
const MANY = 60;

let own: StockedShop;
let server: RunningShop;
beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'A-1', product_name: 'Abacaxi' }]);
  server = await own.serve({ RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => own?.dispose());

let asked = 0;
/** Paths of searches that are not cached. */
const searches = () => Array.from({ length: MANY }, () => `/search/abacaxi?asked=${asked++}`);
const statusesOf = (paths: string[]) =>
  Promise.all(
    paths.map(async (path) => (await request(server.url, path, { headers: { 'accept-encoding': 'br' } })).status),
  );
const all = (status: number) => Array.from({ length: MANY }, () => status);

/** Sends a request and hangs up before there is an answer. */
async function hangUp(path: string): Promise<void> {
  const sent = http.get(server.url + path, { agent: false });
  sent.on('error', () => {}); // that is what hanging up tells its own side
  await once(sent, 'finish');
  sent.destroy();
}

describe('many simultaneous searches', () => {
  it('are all answered', async () => {
    expect(await statusesOf(searches())).toEqual(all(200));
  });

  it('free their slots when their clients disconnect', async () => {
    await Promise.all(searches().map(hangUp));
    expect(await statusesOf(searches())).toEqual(all(200));
  });

  it('free their slots when they fail', async () => {
    const { schema } = own.ctx.db.read;
    await schema.alterTable('categories').renameTo('lost').execute();
    try {
      expect(await statusesOf(searches())).toEqual(all(500));
    } finally {
      await schema.alterTable('lost').renameTo('categories').execute();
    }
    expect(await statusesOf(searches())).toEqual(all(200));
  });

  it('free their slots when they are redirected', async () => {
    expect(await statusesOf(searches().map((path) => path.replace('/abacaxi?', '?q=abacaxi&')))).toEqual(all(303));
    expect(await statusesOf(searches())).toEqual(all(200));
  });
});
