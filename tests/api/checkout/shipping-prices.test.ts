import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allDetails } from '#src/features/catalogue/server/all-products.ts';
import { makeFeed } from '#src/features/catalogue/server/product-feed.ts';
import { productData } from '#src/features/catalogue/structured-data.ts';
import { loadLegalText } from '#src/features/legal/server/legal.loader.ts';
import { refuseArea } from '#src/features/checkout/server/checkout.endpoints.ts';
import { islandRefusal } from '#src/features/checkout/server/express.service.ts';
import { createOffer } from '#src/features/offers/server/offer.service.ts';
import { changeAddress } from '#src/features/order-changes/server/order-change.service.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { parseShopData } from '#src/server/shop-file.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { siteWithFacts, type PublicSite } from '../../support/shops/public-site.ts';

const FACTS = `shop:
  shipping: 5
  heavier: { 10: 9.90, 20: 14.90 }
  furtherParcel: 8
  parcelLimit: 30
  islandSurcharge: 7
  deliveryDays: { least: 2, most: 4 }
`;
const SYLT = { ...ADDRESS, postal_code: '25980', city: 'Sylt', country: 'DE' as const };

let facts: string;
let site: PublicSite;
let own: PayingShop;
let ids: Record<string, number>;

beforeAll(async () => {
  const yaml = readFileSync('src/content/shop.yaml', 'utf8');
  facts = yaml.replace(/^shop:\n(?:[ #].*\n|\n)+?(?=^# Texts)/m, `${FACTS}\n`);
  site = siteWithFacts(facts);
  own = await payingShop(site.env, [
    { cod_catalog: 'FEIJAO', net_quantity: 4, net_unit: 'kg', real_price: '9.00', quantity_available: 1000 },
    { cod_catalog: 'PANELA', net_quantity: 1, net_unit: 'piece', gross_weight_g: 2500, quantity_available: 1000 },
    { cod_catalog: 'SACO', net_quantity: 1, net_unit: 'piece', gross_weight_g: 31_000, quantity_available: 1000 },
    { cod_catalog: 'KIT', net_quantity: 1, net_unit: 'piece', gross_weight_g: 900, parts: 'FEIJAO 2, PANELA 1' },
  ]);
  ids = await idsOf(own.ctx);
});
afterAll(async () => {
  await own?.dispose();
  site?.dispose();
});

const line = (code: string, quantity: number) => ({ productId: ids[code]!, quantity });

describe('prices by weight', () => {
  // A bag of beans weighs 4,4 kg with its pack.
  it.each([
    [[['FEIJAO', 2]], 5],
    [[['PANELA', 4]], 5],
    [
      [
        ['FEIJAO', 2],
        ['PANELA', 1],
      ],
      9.9,
    ],
    [[['FEIJAO', 5]], 14.9],
    [[['FEIJAO', 7]], 22.9],
    [
      [
        ['FEIJAO', 10],
        ['PANELA', 5],
      ],
      22.9,
    ],
    [
      [
        ['FEIJAO', 10],
        ['PANELA', 10],
      ],
      30.9,
    ],
  ] as const)('are the same in cart, order, PayPal and invoice: %j costs %f', async (units, shipping) => {
    const lines = units.map(([code, quantity]) => line(code, quantity));
    const { body: cart } = await postCart(own.server.url, { lines });
    expect(cart).toMatchObject({ shipping, total: Math.round((cart.subtotal + shipping) * 100) / 100 });
    const ana = await newBuyer(own.ctx, own.server.url);
    const begun = await ana.begin(lines, { expectedTotal: cart.total });
    const { cents } = await own.paypal.approve(begun.paypalOrderId);
    await ana.capture(begun.checkoutId);
    const [invoice] = await own.ctx.db.read.selectFrom('invoices').selectAll().orderBy('number', 'desc').execute();
    expect([cents, invoice?.total_cents]).toEqual([begun.total, begun.total].map((euro) => Math.round(euro * 100)));
    expect(begun.total).toBe(cart.total);
  });
});

it.each(LOCALE_CODES)('the terms name each price that a cart can have, in %s', (locale) => {
  const ctx = Object.create(own.ctx, { shop: { value: parseShopData(facts) } }) as Context;
  const { text } = loadLegalText('terms-conditions', locale, ctx);
  for (const price of [5, 9.9, 14.9, 8, 7]) expect(text).toContain(formatPrice(Math.round(price * 100)));
  for (const weight of [10, 20, 30]) expect(text).toMatch(new RegExp(`\\b${weight}\\skg`));
  expect(text).toContain('25849');
});

it('feed and structured data name the price that the cart has for one unit', async () => {
  const { terms } = parseShopData(facts);
  const origin = 'https://shop.example';
  const products = await allDetails(own.ctx, 'de-DE');
  const feed = { terms, description: '', locale: 'de-DE' as const, origin, categories: [] };
  const category = { slug: '', group: 'food', label: '' } as const;
  const prices: Record<string, number[]> = {};
  for (const product of products) {
    const lines = [{ productId: product.id, quantity: 1 }];
    const { body: cart } = await postCart(own.server.url, { lines });
    const [, inFeed] = /<g:shipping>.*<g:price>(.*) EUR<.g:price><.g:shipping>/.exec(makeFeed([product], feed))!;
    const page = { terms, hasBreak: false, category, locale: 'de-DE' as const, site: new URL(origin) };
    const [, inPage] = /"shippingRate":\{[^}]*"value":([\d.]+)/.exec(productData({ ...page, product }))!;
    prices[product.code] = [cart.shipping, Number(inFeed), Number(inPage)];
  }
  const all = (price: number) => [price, price, price];
  expect(prices).toEqual({ FEIJAO: all(5), PANELA: all(5), SACO: all(22.9), KIT: all(9.9) });
});

describe('an island', () => {
  it.each(LOCALE_CODES)('is dearer, and the cart says so in one sentence (%s)', async (languageLocale) => {
    const lines = [line('PANELA', 1)];
    const { body } = await postCart(own.server.url, { lines, postalCode: '25980', languageLocale });
    expect(body).toMatchObject({ shipping: 12, island: { rule: 'surcharge' } });
    expect(body.island?.detail).toMatch(/7,00\s€/);
    const { body: elsewhere } = await postCart(own.server.url, { lines, postalCode: '10115', languageLocale });
    expect([elsewhere.shipping, elsewhere.island]).toEqual([5, undefined]);
  });

  it('costs its surcharge in the order, too, whatever the browser expected', async () => {
    const lines = [line('FEIJAO', 1)];
    const ana = await newBuyer(own.ctx, own.server.url);
    const { status, body } = await ana.tryBegin(lines, { shipping: SYLT, expectedTotal: 14 });
    expect([status, body.cart?.total]).toEqual([409, 21]);
    const begun = await ana.begin(lines, { shipping: SYLT, expectedTotal: 21 });
    expect(await own.paypal.approve(begun.paypalOrderId)).toMatchObject({ cents: 2100 });
    await ana.capture(begun.checkoutId);
  });

  it('as PayPal’s address is refused before the capture, because the buyer has approved a lower price', async () => {
    const buyer = newExpressBuyer(own.server.url);
    const begun = await buyer.begin([line('FEIJAO', 1)]);
    const address = { address_line_1: 'Rosenweg 7a', admin_area_2: 'Sylt', postal_code: '25980', country_code: 'DE' };
    await own.paypal.approve(begun.paypalOrderId, 'good', { address });
    const told = /7,00\s€ mehr, als Sie bei PayPal/;
    const review = await buyer.review(begun.checkoutId);
    expect(review).toMatchObject({ problems: ['area_not_served'], detail: expect.stringMatching(told) as string });
    const refused = await buyer.tryConfirm<object>(begun, { shipping: SYLT, languageLocale: 'de-DE' });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { 'shipping.postal_code': [expect.stringMatching(told) as string] },
    ]);
    expect((await own.paypal.order(begun.paypalOrderId)).captures).toEqual([]);
    await buyer.confirm(begun);
  });

  const withoutIslands = () => {
    const { shop } = own.ctx;
    const terms = { ...shop.terms, noIslands: true as const, freeFrom: 100 };
    return Object.create(own.ctx, { shop: { value: { ...shop, terms } } }) as Context;
  };

  it('an island that the shop does not serve is refused, whatever the goods are worth', () => {
    const ctx = withoutIslands();
    const call = { ctx, locale: 'de-DE' } as Parameters<typeof refuseArea>[0];
    const text = translator('de-DE')('checkout:island.refused');
    expect(refuseArea(call, SYLT)).toMatchObject({ fields: { 'shipping.postal_code': [text] } });
    expect(refuseArea(call, ADDRESS)).toBeUndefined();
    expect(islandRefusal(ctx.shop.terms, { goods: 10_000, postalCode: '25980' })).toBe('checkout:island.refused');
  });

  it('an island that the shop does not serve is refused at the desk, too, unless the order is collected', async () => {
    const ctx = withoutIslands();
    const refused = { ok: false, error: { kind: 'island_not_served' } };
    expect(await changeAddress(ctx, {} as StoredOrder, SYLT)).toEqual(refused);
    const lines = [line('FEIJAO', 1)];
    const to = { email: newEmail(), locale: 'de-DE' as const, address: SYLT };
    const offer = { requestId: randomUUID(), lines, days: 3 };
    expect(await createOffer(ctx, { ...offer, to })).toEqual(refused);
    const collects = createOffer(ctx, { ...offer, to: { ...to, deliveryMethod: 'collection' } });
    expect(await collects).toEqual({ ok: false, error: { kind: 'no_such_delivery' } });
    expect(await createOffer(own.ctx, { ...offer, to })).toMatchObject({ ok: true });
  });
});
