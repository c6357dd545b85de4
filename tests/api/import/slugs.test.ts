import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { request } from '../../support/outside/raw-http.ts';
import { call } from '../../support/people/call.ts';
import { productByCode } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

const slugOf = async (code: string) => (await productByCode(own.ctx, code)).slug;
const A: Cells = { cod_catalog: 'BEB-001', product_name: 'Pão de Queijo' };

describe('the address of a product', () => {
  it('is derived from its name', async () => {
    await own.stock([A]);
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo');
  });

  it('gets a number when the name is taken, in the order of the files', async () => {
    await own.stock([A, { ...A, cod_catalog: 'BEB-002' }, { ...A, cod_catalog: 'BEB-003' }]);
    expect([await slugOf('BEB-001'), await slugOf('BEB-002'), await slugOf('BEB-003')]).toEqual([
      'pao-de-queijo',
      'pao-de-queijo-2',
      'pao-de-queijo-3',
    ]);
  });

  it('is derived from the code when the name has no Latin letter', async () => {
    await own.stock([{ cod_catalog: 'BEB-001', product_name: '日本茶' }]);
    expect(await slugOf('BEB-001')).toBe('beb-001');
  });

  it('stays when the name changes', async () => {
    await own.stock([A]);
    await own.stock([{ ...A, product_name: 'Pãozinho de Minas' }]);
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo');
  });

  it('is not given to another product after its own is withdrawn', async () => {
    await own.stock([A]);
    await own.stock([{ ...A, cod_catalog: 'BEB-002' }]);
    expect(await slugOf('BEB-002')).toBe('pao-de-queijo-2');
    await own.stock([A]);
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo');
  });

  it('is the chosen slug, at the first import and later', async () => {
    await own.stock([{ ...A, slug: 'queijinho' }]);
    expect(await slugOf('BEB-001')).toBe('queijinho');
    await own.stock([{ ...A, slug: 'pao-mineiro' }]);
    expect(await slugOf('BEB-001')).toBe('pao-mineiro');
    await own.stock([A]);
    expect(await slugOf('BEB-001')).toBe('pao-mineiro');
  });

  it('redirects permanently after a change, and is never given to another product', async () => {
    const server = await own.serve();
    await own.stock([A]);
    await own.stock([{ ...A, slug: 'pao-mineiro' }]);
    await own.stock([
      { ...A, slug: 'pao-das-alterosas' },
      { ...A, cod_catalog: 'BEB-002' },
    ]);
    expect(await slugOf('BEB-002')).toBe('pao-de-queijo-2');
    const { code, stderr } = await own.import([A, { cod_catalog: 'BEB-003', slug: 'pao-mineiro' }]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"pao-mineiro" is already the address of BEB-001')]);
    for (const [from, to] of [
      ['/product/pao-de-queijo?utm=a', '/product/pao-das-alterosas?utm=a'],
      ['/de/product/pao-mineiro/', '/de/product/pao-das-alterosas'],
      ['/en/notify/pao-mineiro?utm=a', '/en/notify/pao-das-alterosas?utm=a'],
    ] as const)
      expect(await request(server.url, from), from).toMatchObject({ status: 301, headers: { location: to } });
    // And back to the first one.
    await own.stock([{ ...A, slug: 'pao-de-queijo' }]);
    expect((await request(server.url, '/en/product/pao-das-alterosas')).headers.location).toBe(
      '/en/product/pao-de-queijo',
    );
    await own.stock([{ cod_catalog: 'BEB-009' }]);
    for (const gone of ['/product/pao-mineiro', '/notify/pao-mineiro'])
      expect((await request(server.url, gone)).status, gone).toBe(404);
  });

  it('is not given to another product by its name when it was chosen', async () => {
    await own.stock([A, { cod_catalog: 'BEB-002', product_name: 'Outro', slug: 'pao-de-queijo' }]);
    expect(await slugOf('BEB-002')).toBe('pao-de-queijo');
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo-2');
  });

  it('is not given to a new product by its name when it is chosen for an existing one', async () => {
    await own.stock([{ cod_catalog: 'BEB-002', product_name: 'Outro' }]);
    await own.stock([A, { cod_catalog: 'BEB-002', product_name: 'Outro', slug: 'pao-de-queijo' }]);
    expect(await slugOf('BEB-002')).toBe('pao-de-queijo');
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo-2');
  });

  it('cannot be chosen while another product has it, withdrawn or not', async () => {
    await own.stock([A, { cod_catalog: 'BEB-002', product_name: 'Outro' }]);
    await own.stock([A]);
    for (const taken of ['pao-de-queijo', 'outro']) {
      const { code, stderr } = await own.import([A, { cod_catalog: 'BEB-003', slug: taken }]);
      expect(code).toBe(1);
      expect(stderr).toContain(`shelf/products.csv:3 slug: "${taken}" is already the address of BEB-00`);
    }
  });
});

describe('the address of a product list', () => {
  const categories = (...slugs: string[]) => ({
    'categories.csv': [
      'slug,group,label_pt,label_de,label_en',
      ...slugs.map((slug) => `${slug},food,Rótulo,Name,Label`),
    ].join('\n'),
  });
  const at = (category_product: string, ...codes: string[]): Cells[] =>
    codes.map((cod_catalog) => ({ cod_catalog, category_product }));

  it('redirects to the category that received its products, otherwise to its group', async () => {
    const { url } = await own.serve();
    const locationOf = async (path: string) => {
      const { status, headers } = await request(url, path);
      return status === 301 ? headers.location : status;
    };
    await own.stock(
      [...at('petiscos', 'BEB-001', 'BEB-002'), ...at('quitutes', 'BEB-003')],
      categories('petiscos', 'quitutes'),
    );
    expect(await locationOf('/category/petiscos')).toBe(404); // the next build has its page
    await own.stock(
      [...at('merenda', 'BEB-001', 'BEB-002'), ...at('quitutes', 'BEB-003')],
      categories('merenda', 'quitutes'),
    );
    expect(await locationOf('/category/petiscos?utm=a')).toBe('/category/merenda?utm=a');
    expect(await locationOf('/de/category/petiscos/3/')).toBe('/de/category/merenda');
    // First the products, then the category, as the desk does.
    await own.stock(
      [...at('lanches', 'BEB-001', 'BEB-002'), ...at('quitutes', 'BEB-003')],
      categories('lanches', 'merenda', 'quitutes'),
    );
    await own.stock([...at('lanches', 'BEB-001', 'BEB-002')], categories('lanches'));
    for (const former of ['petiscos', 'merenda'])
      expect(await locationOf(`/en/category/${former}`), former).toBe('/en/category/lanches');
    expect(await locationOf('/category/quitutes')).toBe('/groups/food');
    // The API answers with the same products; it has no list of a group.
    const listed = (slug: string) => call(url, `/api/category/${slug}/`);
    expect((await listed('petiscos')).body).toEqual((await listed('lanches')).body);
    expect((await listed('petiscos')).body).toMatchObject({ count: 2 });
    expect((await listed('quitutes')).status).toBe(404);
    // And back to the first one.
    await own.stock(at('petiscos', 'BEB-001', 'BEB-002'), categories('petiscos'));
    expect(await locationOf('/category/lanches')).toBe('/category/petiscos');
    expect(await locationOf('/category/petiscos')).toBe(404);
    for (const unknown of ['/category/nunca', '/category/lanches/x', '/category/lanches/2/3'])
      expect(await locationOf(unknown), unknown).toBe(404);
  });

  it('redirects to its first page when the list has become shorter', async () => {
    const { url } = await own.serve();
    await own.stock(at('bebidas', 'BEB-001'));
    for (const [from, to] of [
      ['/category/bebidas/999', '/category/bebidas'],
      ['/de/groups/food/999?sort=name', '/de/groups/food?sort=name'],
      ['/instock/999/', '/instock'],
      ['/en/offers/999', '/en/offers'],
    ] as const)
      expect(await request(url, from), from).toMatchObject({ status: 301, headers: { location: to } });
    for (const unknown of [
      '/category/bebidas/x',
      '/category/bebidas/0',
      '/groups/other/2',
      '/instock/1/2',
      '/groups/food/-1',
    ])
      expect((await request(url, unknown)).status, unknown).toBe(404);
    for (const word of ['/constructor', '/de/toString', '/valueOf', '/__proto__/2'])
      expect((await request(url, word)).status, word).toBe(404);
  });
});
