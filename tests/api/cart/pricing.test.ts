import { beforeAll, describe, expect, it } from 'vitest';
import { pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import { call } from '../../support/people/call.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());
let ids: Record<string, number>;

beforeAll(async () => {
  const { products } = (await call(server.url, '/api/')).body;
  ids = Object.fromEntries(products.map(({ cod_catalog, id }) => [cod_catalog, id]));
});

const line = (code: string, quantity: unknown = 1, more: object = {}) => ({ productId: ids[code], quantity, ...more });
const price = (lines: object[], more: object = {}) => postCart(server.url, { lines, ...more });

describe('POST /api/cart/', () => {
  it('prices every line from the database, whatever price the browser sends', async () => {
    const lies = { price: 0.01, total: 0, real_price: 0.01, discount: 90, deposit: 0, product: { price: 0.01 } };
    const { status, headers, body } = await price([line('BEB-001', 2, lies), line('BEB-002', 1, lies)], {
      subtotal: 0,
      total: 0,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(
      body.lines.map(({ productId, quantity, price, total, deposit }) => ({
        productId,
        quantity,
        price,
        total,
        deposit,
      })),
    ).toEqual([
      { productId: ids['BEB-001'], quantity: 2, price: 1.49, total: 2.98, deposit: 0.5 },
      { productId: ids['BEB-002'], quantity: 1, price: 8.5, total: 8.5, deposit: 0 },
    ]);
    expect(body).toMatchObject({ subtotal: 11.48, shipping: 5, deposit: 0.5, total: 16.98 });
  });

  it('splits the VAT by rate, including shipping and deposit', async () => {
    const { body } = await price([line('BEB-001', 2), line('BEB-002', 1)]);
    // Shipping by the goods, 2.98 : 8.50 of 5.00 → 1.30 and 3.70. 19 %: 2.98 + 0.50 + 1.30 = 4.78; 7 %: 8.50 + 3.70
    // = 12.20.
    expect(body.vat).toEqual([
      { rate: 7, amount: 0.8 },
      { rate: 19, amount: 0.76 },
    ]);
  });

  it('matches its schema exactly, without further fields', async () => {
    const { body } = await price([
      line('BEB-001', 10),
      line('BEB-003', 10, { price: 1 }),
      line('GRA-001'),
      { productId: 987_654, quantity: 1 },
    ]);
    const strict = pricedCartSchema.strict().safeParse(body);
    expect(strict.error?.issues ?? []).toEqual([]);
  });

  it('shows each product as the lists show it', async () => {
    const { body } = await price([line('BEB-002')]);
    const listed = (await call(server.url, '/api/')).body.products.find(({ id }) => id === ids['BEB-002']);
    expect(body.lines[0]?.product).toEqual(listed);
  });

  it('charges nothing for an empty cart, not even shipping', async () => {
    expect((await price([])).body).toEqual({
      lines: [],
      subtotal: 0,
      shipping: 0,
      freeShippingLeft: 0,
      deposit: 0,
      vat: [],
      total: 0,
      problems: [],
    });
  });

  it('adds up lines of the same product', async () => {
    const { body } = await price([line('BEB-001', 3), line('GRA-001', 1), line('BEB-001', 4)]);
    expect(body.lines.map(({ productId, quantity }) => ({ productId, quantity }))).toEqual([
      { productId: ids['BEB-001'], quantity: 7 },
      { productId: ids['GRA-001'], quantity: 1 },
    ]);
    expect(body.subtotal).toBe(15.42);
    expect(body.problems).toEqual([]);
  });

  it('keeps the order in which products were added', async () => {
    const codes = ['CAB-002', 'BEB-002', 'GRA-001', 'BEB-001'];
    const { body } = await price(codes.map((code) => line(code)));
    expect(body.lines.map(({ product }) => product.cod_catalog)).toEqual(codes);
  });

  it.each([
    [{}, { 'accept-language': 'de' }, 'Limonade mit Guaraná'],
    [{}, { 'accept-language': 'en-GB, de;q=0.5' }, 'Guaraná soft drink'],
    [{}, { 'accept-language': '*' }, 'Refrigerante de guaraná'],
    [{ languageLocale: 'en-US' }, { 'accept-language': 'de' }, 'Guaraná soft drink'],
    [{ languageLocale: 'de-DE' }, {}, 'Limonade mit Guaraná'],
    [{ languageLocale: 'tlh' }, { 'accept-language': 'de' }, 'Limonade mit Guaraná'],
  ])(
    'answers in the language of languageLocale, otherwise of Accept-Language: %j, %j',
    async (more, headers, subtitle) => {
      const { body } = await postCart(server.url, { lines: [line('BEB-001')], ...more }, headers);
      expect(body.lines[0]?.product.subtitle).toBe(subtitle);
    },
  );

  it('changes nothing in the database', async () => {
    const stock = () =>
      own.ctx.db.read.selectFrom('products').select(['id', 'quantity_available']).orderBy('id').execute();
    const before = await stock();
    await price([line('BEB-001', 10)]);
    expect(await stock()).toEqual(before);
  });
});
