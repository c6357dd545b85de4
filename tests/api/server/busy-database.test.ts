import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { post } from '../../support/post.ts';
import type { RunningShop } from '../../support/server.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

/** Longer than a single statement waits. */
const WRITING_MS = 6_000;

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001' }]);
  server = await own.serve();
});
afterAll(() => own?.dispose());

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('while another process writes to a SQLite database', () => {
  it('the shop answers, and its own writes wait for their turn', async () => {
    const other = new Sqlite(path.join(own.env.DATA_DIR!, 'shop.db'));
    other.exec('begin immediate');
    let isWriting = true;
    const end = setTimeout(() => {
      isWriting = false;
      other.exec('commit');
    }, WRITING_MS);
    try {
      const written = post(server.url, '/api/consent/', { choice: 'all', version: '1' });
      for (const address of ['/impressum', '/api/stock/', '/search/produto'])
        expect((await fetch(server.url + address)).status, address).toBe(200);
      expect(await call(server.url, '/api/health/')).toMatchObject({ status: 200 });
      expect(isWriting).toBe(true);
      expect((await written).status).toBe(201);
      expect(isWriting).toBe(false);
    } finally {
      clearTimeout(end);
      other.close();
    }
  });
});
