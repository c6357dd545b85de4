import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue.ts';
import { request } from '../../support/raw-http.ts';
import { productByCode } from '../../support/rows.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;

beforeEach(async () => {
  own = await stockedShop();
});
afterEach(() => own?.dispose());

const slugOf = async (code: string) => (await productByCode(own.ctx, code)).slug;
const A: Cells = { cod_catalog: 'BEB-001', product_name: 'Pão de Queijo' };

describe('the address of a product', () => {
  it('is made of its name', async () => {
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

  it('is made of the code where the name has no letter of the alphabet', async () => {
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

  it('is the chosen one, at the first import and later', async () => {
    await own.stock([{ ...A, slug: 'queijinho' }]);
    expect(await slugOf('BEB-001')).toBe('queijinho');
    await own.stock([{ ...A, slug: 'pao-mineiro' }]);
    expect(await slugOf('BEB-001')).toBe('pao-mineiro');
    await own.stock([A]);
    expect(await slugOf('BEB-001')).toBe('pao-mineiro');
  });

  it('that was left for another leads there for ever, and is no other product’s', async () => {
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
    expect((await request(server.url, '/en/product/pao-das-alterosas')).headers.location).toBe('/en/product/pao-de-queijo');
    await own.stock([{ cod_catalog: 'BEB-009' }]);
    for (const gone of ['/product/pao-mineiro', '/notify/pao-mineiro']) expect((await request(server.url, gone)).status, gone).toBe(404);
  });

  it('that somebody chose is not taken by a name', async () => {
    await own.stock([A, { cod_catalog: 'BEB-002', product_name: 'Outro', slug: 'pao-de-queijo' }]);
    expect(await slugOf('BEB-002')).toBe('pao-de-queijo');
    expect(await slugOf('BEB-001')).toBe('pao-de-queijo-2');
  });

  it('that somebody chooses for a known product is not taken by a new one’s name', async () => {
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
