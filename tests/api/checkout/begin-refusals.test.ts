import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { ADDRESS, newBuyer, type Buyer, type Refused } from '../../support/people/buyer.ts';
import { CSRF } from '../../support/people/cart-call.ts';
import { idsOf, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';

let own: PayingShop;
let ids: Record<string, number>;
let ana: Buyer;

beforeAll(async () => {
  own = await payingShop();
  ids = await idsOf(own.ctx);
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

const checkouts = async () => (await own.ctx.db.read.selectFrom('checkouts').select('id').execute()).length;

/** Nothing was stored, nothing taken from the stock, and PayPal does not know of it. */
async function expectNothing(act: () => Promise<unknown>): Promise<void> {
  const state = async () => [await checkouts(), await stockOf(own.ctx, 'AGUA'), (await own.paypal.orders()).length];
  const before = await state();
  await act();
  expect(await state()).toEqual(before);
}

describe('an invalid checkout', () => {
  it.each([
    ['a cent too little', 9.98],
    ['a cent too much', 10],
    ['nothing', 0],
    ['very much', 1e300],
  ])('is refused when its buyer saw another total: %s', async (_what, expectedTotal) => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA')], { expectedTotal });
      expect([status, body.code]).toEqual([409, 'price_changed']);
      expect(body.cart).toMatchObject({
        subtotal: 4.99,
        shipping: 5,
        total: 9.99,
        lines: [{ productId: ids.AGUA, quantity: 1, price: 4.99 }],
      });
    });
  });

  it('is refused with the new cart when a price changed between cart and checkout, and the new cart can be ordered', async () => {
    await setProduct(own.ctx, 'AGUA', { price_cents: 549 });
    try {
      const { status, body } = await ana.tryBegin([own.line('AGUA')], { expectedTotal: 9.99 });
      expect([status, body.code, body.cart?.total]).toEqual([409, 'price_changed', 10.49]);
      expect((await ana.begin([own.line('AGUA')], { expectedTotal: body.cart?.total })).total).toBe(10.49);
    } finally {
      await setProduct(own.ctx, 'AGUA', { price_cents: 499 });
    }
  });

  it.each([0, 11, -1, 1.5, '2', null, 1e9])('is refused with the quantity %j', async (quantity) => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([{ ...own.line('AGUA'), quantity: quantity as number }], {
        expectedTotal: 9.99,
      });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.lines).toHaveLength(1);
    });
  });

  it('is refused with more than 10 of a product, added up over its lines', async () => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA', 6), own.line('AGUA', 5)], { expectedTotal: 54.9 });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.lines).toHaveLength(1);
    });
  });

  it.each([999_999_999, 2 ** 40])('is refused with a product that is not in the shop: %i', async (productId) => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA'), { productId, quantity: 1 }], {
        expectedTotal: 9.99,
      });
      expect([status, body.code, body.products]).toEqual([409, 'sold_out', [productId]]);
    });
  });

  it('is refused with a withdrawn product', async () => {
    await setProduct(own.ctx, 'MATE', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA'), own.line('MATE')], { expectedTotal: 9.99 });
      expect([status, body.code, body.products]).toEqual([409, 'sold_out', [ids.MATE]]);
    });
    await setProduct(own.ctx, 'MATE', { withdrawn_at: null });
  });

  it('is refused with more units than the stock, and names the product', async () => {
    await setProduct(own.ctx, 'MATE', { quantity_available: 2 });
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 0 });
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA'), own.line('MATE', 3), own.line('GUARANA')]);
      expect([status, body.code, body.products]).toEqual([409, 'sold_out', [ids.MATE, ids.GUARANA]]);
    });
    expect(await stockOf(own.ctx, 'MATE')).toBe(2);
    await setProduct(own.ctx, 'MATE', { quantity_available: 100 });
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 100 });
  });

  it('is refused with a product that needs a proof of age, whatever else is wrong', async () => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA'), own.line('CACHACA')], { expectedTotal: 1 });
      expect([status, body.code, body.products]).toEqual([409, 'age_restricted', [ids.CACHACA]]);
    });
  });

  it.each([
    ['another country', { country: 'AT' }],
    ['no country', { country: undefined }],
    ['a postal code of four digits', { postal_code: '1010' }],
    ['a postal code of letters', { postal_code: 'ABCDE' }],
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'Ana\nBcc: x@y.example' }],
    ['a name that turns the text around it', { name: 'Ana \u202egnutter' }],
    ['half a letter for a name', { name: 'Ana \ud800' }],
    ['a name that is an address of the web', { name: 'Ana evil.example' }],
    ['a name that nobody can see', { name: '\u200b' }],
    ['a street of 121 letters', { address: 'x'.repeat(121) }],
    ['no city', { city: '' }],
    ['a number for a house number', { number: 7 }],
  ])('is refused with %s in the address', async (_what, change) => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA')], { shipping: { ...ADDRESS, ...change } });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body.shipping).toHaveLength(1);
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(Object.keys(change).map((field) => `shipping.${field}`)),
      );
    });
  });

  it('is refused with all invalid fields of the address, each with its own message in each language', async () => {
    const POINT = { kind: 'packstation', name: 'Ana', postal_code: '04109', city: 'Leipzig', country: 'DE' };
    for (const locale of LOCALE_CODES) {
      const { field } = resources[locale].errors;
      const { nameProblem, germanyOnly, pointProblems, streetProblems } = resources[locale].checkout.page;
      const refusal = async (shipping: object) => {
        const { status, body } = await ana.tryBegin([own.line('AGUA')], { shipping, languageLocale: locale });
        expect([status, body.code, body.shipping]).toEqual([400, 'invalid_input', [field.shipping]]);
        return Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('shipping.')));
      };
      const wrong = {
        name: 'Ana 😀',
        address: '-',
        number: 'x'.repeat(21),
        additional_address: 'x'.repeat(121),
        postal_code: '00999',
      };
      expect(await refusal({ ...wrong, city: '.', country: 'AT' })).toEqual({
        'shipping.name': [nameProblem],
        'shipping.number': [field.number],
        'shipping.additional_address': [field.additional_address],
        'shipping.postal_code': [field.postal_code],
        'shipping.city': [field.city],
        'shipping.country': [germanyOnly],
      });
      expect(await refusal({ ...ADDRESS, name: '123', address: '-' })).toEqual({
        'shipping.name': [nameProblem],
        'shipping.address': [field.address],
      });
      expect(await refusal({ ...ADDRESS, address: 'Postfach 12', city: '' })).toEqual({
        'shipping.address': [streetProblems.post_box],
        'shipping.city': [field.city],
      });
      expect(await refusal({ ...ADDRESS, address: 'DHL Packstation Nr. 123', number: '-' })).toEqual({
        'shipping.address': [streetProblems.parcel_point],
      });
      expect(await refusal({ ...POINT, station: '12', name: '' })).toEqual({
        'shipping.name': [nameProblem],
        'shipping.station': [pointProblems.station],
        'shipping.post_number': [pointProblems.post_number],
      });
    }
  });

  it('is refused with an unknown kind of address', async () => {
    const { status, body } = await ana.tryBegin([own.line('AGUA')], { shipping: { ...ADDRESS, kind: 'paketkasten' } });
    expect([status, Object.keys(body)]).toEqual([
      400,
      expect.arrayContaining(['shipping', 'shipping.kind']) as string[],
    ]);
  });

  it.each([
    ['lines', []],
    ['lines', 'AGUA'],
    ['requestId', ''],
    ['requestId', 'a b c d e f'],
    ['requestId', 'x'.repeat(65)],
    ['shipping', null],
    ['expectedTotal', '9.99'],
    ['expectedTotal', -1],
  ])('is refused with %s: %j', async (field, value) => {
    await expectNothing(async () => {
      const { status, body } = await ana.tryBegin([own.line('AGUA')], { expectedTotal: 9.99, [field]: value });
      expect([status, body.code]).toEqual([400, 'invalid_input']);
      expect(body[field]).toHaveLength(1);
    });
  });

  it('is refused without a session and without a CSRF token', async () => {
    const body = JSON.stringify({
      requestId: 'request-1',
      lines: [own.line('AGUA')],
      shipping: ADDRESS,
      expectedTotal: 9.99,
    });
    const headers = { 'content-type': 'application/json', cookie: `csrftoken=${CSRF}` };
    await expectNothing(async () => {
      const nobody = await fetch(`${own.server.url}/api/checkout/`, {
        method: 'POST',
        headers: { ...headers, 'x-csrftoken': CSRF },
        body,
      });
      expect([nobody.status, ((await nobody.json()) as Refused).code]).toEqual([401, 'not_signed_in']);
      const { status, body: refused } = await ana.post<Refused>('/api/checkout/', JSON.parse(body), {
        'x-csrftoken': 'd'.repeat(43),
      });
      expect([status, refused.code]).toEqual([403, 'csrf_failed']);
    });
  });

  it('is refused in the language of the body', async () => {
    for (const [languageLocale, text] of [
      ['de-DE', 'nicht mehr in dieser menge'],
      ['pt-BR', 'não temos mais'],
    ]) {
      const { body } = await ana.tryBegin([{ productId: 999_999_999, quantity: 1 }], {
        expectedTotal: 1,
        languageLocale,
      });
      expect(body.detail.toLowerCase()).toContain(text);
    }
  });
});
