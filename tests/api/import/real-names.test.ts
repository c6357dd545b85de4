import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type ProductDetail, type ProductList } from '../../support/people/call.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { readRealProducts } from '../../support/catalogue/openfoodfacts.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const CONCURRENCY = 8;

// The import takes the blanks around a cell away.
const names = readRealProducts().map(({ name }) => name.trim());
const rows: Cells[] = names.map((product_name, index) => ({
  cod_catalog: `OFF-${String(index).padStart(4, '0')}`,
  product_name,
}));

let own: StockedShop;
let server: RunningShop;
let listed: ProductList['products'];

beforeAll(async () => {
  own = await stockedShop(rows);
  server = await own.serve();
  listed = await listAll();
});
afterAll(() => own?.dispose());

async function listAll() {
  const products: ProductList['products'] = [];
  for (let offset = 0; offset < rows.length; offset += 250)
    products.push(...(await call(server.url, `/api/?offset=${offset}`)).body.products);
  return products.sort((a, b) => a.cod_catalog.localeCompare(b.cod_catalog));
}

/** Works through all items, a few at a time. */
async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

describe('real product names', () => {
  it('are unchanged in the product list, all 1,005', () => {
    expect(names).toHaveLength(1005);
    expect(listed.map((product) => product.product_name)).toEqual(names);
  });

  it('are unchanged in each product’s own call', async () => {
    const wrong: string[] = [];
    await each(listed, async ({ slug, product_name, id }) => {
      const { status, body } = await call<ProductDetail>(server.url, `/api/slug/${slug}`);
      if (status !== 200 || body.product.product_name !== product_name || body.product.id !== id)
        wrong.push(`${status} ${slug}`);
    });
    expect(wrong).toEqual([]);
  });

  it('have unique addresses of small letters, digits and hyphens', () => {
    const slugs = listed.map((product) => product.slug);
    expect(new Set(slugs).size).toBe(names.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('keep their addresses when they are imported again, even in another order', async () => {
    expect((await own.stock(rows)).left).toBe(1005);
    expect((await own.stock([...rows].reverse())).left).toBe(1005);
    expect(await listAll()).toEqual(listed);
  });

  it('are each found by searching for them', async () => {
    const lost: string[] = [];
    await each(listed, async ({ product_name, id }) => {
      const { body } = await call(server.url, `/api/search/${encodeURIComponent(product_name)}/`);
      if (!body.products.some((product) => product.id === id)) lost.push(product_name);
    });
    expect(lost).toEqual([]);
  });
});
