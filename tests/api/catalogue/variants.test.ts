import { describe, expect, it } from 'vitest';
import { call, codesOf } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const SOAP = { product_name: 'Sabonete', category_product: 'cabelos', kind: 'cosmetic', vat_rate: 19 };
const own = forFile(() =>
  stockedShop([
    {
      cod_catalog: 'BEB-001',
      product_name: 'Mate',
      subtitle_pt: 'Mate para chá mate',
      real_price: '3.99',
      net_quantity: 250,
      rank: 5,
    },
    {
      cod_catalog: 'BEB-002',
      product_name: 'Mate',
      variant_of: 'BEB-001',
      real_price: '6.99',
      net_quantity: 500,
      quantity_available: 0,
    },
    { cod_catalog: 'BEB-003', product_name: 'Mate', variant_of: 'BEB-001', real_price: '11.99', net_quantity: 1000 },
    { cod_catalog: 'BEB-004', product_name: 'Suco', rank: 9 },
    { ...SOAP, cod_catalog: 'CAB-001', variant_pt: 'Rosas', variant_de: 'Rosen', quantity_available: 0 },
    { ...SOAP, cod_catalog: 'CAB-002', variant_of: 'CAB-001', variant_pt: 'Lavanda', variant_de: 'Lavendel' },
  ]),
);
const server = forFile(() => own.serve());

const list = async (path: string) => (await call(server.url, path)).body;
const found = async (term: string) => codesOf(await list(`/api/search/${encodeURIComponent(term)}/`));

describe('lists of products with variants', () => {
  it('show one product of each family, one in stock before the others, and count families', async () => {
    for (const path of ['/api/', '/api/search/']) {
      const { products, count } = await list(path);
      expect(codesOf({ products, count }), path).toEqual(['BEB-001', 'BEB-004', 'CAB-002']);
      expect(count, path).toBe(3);
    }
    expect(await list('/api/category/cabelos')).toMatchObject({ count: 1, products: [{ cod_catalog: 'CAB-002' }] });
    expect(await list('/api/stock/')).toMatchObject({ count: 3 });
  });

  it('have full pages', async () => {
    const second = await list('/api/?limit=2&offset=2');
    expect(codesOf(second)).toEqual(['CAB-002']);
    expect(second.count).toBe(3);
  });

  it('name all products of the family, with content, price and stock', async () => {
    const { products } = await list('/api/category/bebidas?lang=de-DE');
    const stripped = ({
      label,
      price,
      quantity_available: units,
    }: NonNullable<(typeof products)[0]['variants']>[0]) => [label, price, units];
    expect(products[0]?.variants?.map(stripped)).toEqual([
      ['250 g', 3.99, 20],
      ['500 g', 6.99, 0],
      ['1.000 g', 11.99, 20],
    ]);
    expect(products[1]).not.toHaveProperty('variants');
  });

  it('put the product in front that the search names, unless it is sold out', async () => {
    expect(await found('mate')).toEqual(['BEB-001']);
    expect(await found('mate 1 kg')).toEqual(['BEB-003']);
    expect(await found('mate 500 g')).toEqual(['BEB-001']);
    expect(await found('sabonete lavanda')).toEqual(['CAB-002']);
    expect(await found('rosen')).toEqual(['CAB-001']);
    expect(await found('BEB-002')).toEqual(['BEB-002']);
  });
});

describe('a product with variants', () => {
  it('names them in the language of the answer, or in Portuguese where the editors wrote nothing else', async () => {
    for (const [lang, labels] of [
      ['de-DE', ['Lavendel', 'Rosen']],
      ['en-US', ['Lavanda', 'Rosas']],
    ] as const) {
      const { body } = await call<{ product: { variants: { label: string }[] } }>(
        server.url,
        `/api/slug/sabonete?lang=${lang}`,
      );
      expect(body.product.variants.map(({ label }) => label)).toEqual(labels);
    }
  });

  it('is related to other families only, and to one product of each', async () => {
    const { body } = await call<{ products: { cod_catalog: string }[] }>(server.url, '/api/slug/mate');
    expect(body.products.map(({ cod_catalog }) => cod_catalog)).toEqual(['BEB-004']);
  });
});
