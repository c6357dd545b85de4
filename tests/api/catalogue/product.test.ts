import { describe, expect, it } from 'vitest';
import { call, codesOf, type ErrorAnswer, type ProductDetail } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

const bySlug = async (slug: string, lang = 'pt-BR') =>
  (await call<ProductDetail>(server.url, `/api/slug/${slug}?lang=${lang}`)).body;

describe('GET /api/slug/{slug}', () => {
  it('returns the product with all its fields', async () => {
    const { product } = await bySlug('guarana-antarctica-lata', 'de-DE');
    expect(product).toEqual({
      id: expect.any(Number),
      slug: 'guarana-antarctica-lata',
      product_name: 'Guaraná Antarctica Lata',
      cod_catalog: 'BEB-001',
      brand: 'Antarctica',
      subtitle: 'Limonade mit Guaraná',
      image: '/media/products/no-image.png',
      category_product: { name: 'bebidas' },
      real_price: 1.49,
      discount: 0,
      price: 1.49,
      base_price: { amount: 4.52, per: 'l' },
      deposit: 0.25,
      pack_mark: 'EINWEG',
      vat_rate: 19,
      age_limit: 0,
      net_quantity: { value: 330, unit: 'ml' },
      quantity_available: 20,
      availability: 'in_stock',
      info: expect.stringContaining('<strong>Limonade</strong>'),
    });
  });

  it('returns the same as lists, except for the format of the category and the rich text', async () => {
    const { products } = (await call(server.url, '/api/?lang=pt-BR')).body;
    for (const listed of products) {
      const { info, category_product, ...rest } = (await bySlug(listed.slug)).product;
      expect({ ...rest, category_product: category_product.name }).toEqual(listed);
      expect(typeof info).toBe('string');
    }
  });

  it('turns a first-level heading into a second-level one', async () => {
    expect((await bySlug('guarana-antarctica-lata')).product.info).toContain('<h2>Guaraná</h2>');
  });

  it('relates other products of the category that are in stock', async () => {
    expect(codesOf({ ...(await bySlug('agua-de-coco')), count: 0 })).toEqual(['BEB-001', 'BEB-004']);
    expect((await bySlug('palmito-em-conserva')).products).toEqual([]);
  });

  it.each(['queijo', 'Agua-de-Coco', 'agua-de-coco-', 'BEB-001', '1'])(
    'answers 404 for the unknown slug %s',
    async (slug) => {
      const { status, body } = await call<ErrorAnswer>(server.url, `/api/slug/${slug}`);
      expect(status).toBe(404);
      expect(body.code).toBe('not_found');
    },
  );

  it('answers 404 for a product that was withdrawn', async () => {
    const shop = await stockedShop([{ cod_catalog: 'BEB-001' }, { cod_catalog: 'BEB-002' }]);
    const shopServer = await shop.serve();
    expect((await call(shopServer.url, '/api/slug/produto-beb-001')).status).toBe(200);
    await shop.stock([{ cod_catalog: 'BEB-002' }]);
    expect((await call(shopServer.url, '/api/slug/produto-beb-001')).status).toBe(404);
    expect(codesOf((await call(shopServer.url, '/api/')).body)).toEqual(['BEB-002']);
    await shop.dispose();
  });
});

describe('product prices', () => {
  it('subtract the discount and strike through the previous price', async () => {
    expect((await bySlug('agua-de-coco')).product).toMatchObject({
      real_price: 10,
      discount: 15,
      price: 8.5,
      reference_price: 10,
    });
  });

  it('round half a cent up', async () => {
    expect((await bySlug('mate-tostado')).product).toMatchObject({ real_price: 3.33, discount: 50, price: 1.67 });
  });

  it('have no struck-through price when there was none before the discount', async () => {
    expect((await bySlug('mate-tostado')).product).not.toHaveProperty('reference_price');
    expect((await bySlug('palmito-em-conserva')).product).not.toHaveProperty('reference_price');
  });

  it('derive the base price from the discounted price, and from the drained weight where there is one', async () => {
    expect((await bySlug('agua-de-coco')).product.base_price).toEqual({ amount: 8.5, per: 'l' });
    expect((await bySlug('palmito-em-conserva')).product.base_price).toEqual({ amount: 16.63, per: 'kg' });
  });

  it('have no base price for pieces and exempt goods', async () => {
    expect((await bySlug('pente-de-madeira')).product).not.toHaveProperty('base_price');
    expect((await bySlug('perfume-para-cabelos')).product).not.toHaveProperty('base_price');
  });

  it('have the availability “on order” and the age limit for a sold-out product', async () => {
    expect((await bySlug('cachaca-de-minas')).product).toMatchObject({
      quantity_available: 0,
      availability: 'on_order',
      age_limit: 18,
    });
  });
});
