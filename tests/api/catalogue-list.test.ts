import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop, type RunningShop } from '../support/server.ts';
import { freshShop, type FreshShop } from '../support/fresh-shop.ts';

let own: FreshShop;
let server: RunningShop;

beforeAll(async () => {
  own = await freshShop();
  server = await startShop(own.env);
});
afterAll(async () => {
  await server?.stop();
  await own?.dispose();
});

describe('GET /api/', () => {
  it('answers an empty list while there is no catalogue', async () => {
    const response = await fetch(`${server.url}/api/`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ products: [], count: 0 });
  });
});
