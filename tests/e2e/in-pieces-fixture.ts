import { serveInPieces, type ShopInPieces } from '../support/browser/in-pieces.ts';
import { test as base } from './fixtures.ts';

const PIECES = 12;

/** Browser tests on a connection on which a page arrives piece by piece, as the test says. */
export const test = base.extend<{ connection: ShopInPieces }>({
  connection: async ({}, use) => {
    const connection = await serveInPieces(process.env.SHOP_URL!, PIECES);
    await use(connection);
    await connection.stop();
  },
  baseURL: async ({ connection }, use) => use(connection.url),
});
