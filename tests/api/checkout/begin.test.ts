import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import { checkoutRow, stockOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';

let own: PayingShop;
let ana: Buyer;

beforeAll(async () => {
  own = await payingShop();
});
afterAll(() => own?.dispose());
beforeEach(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

describe('a new checkout', () => {
  it('holds the stock, stores the current prices, and requests them at PayPal to the cent', async () => {
    const [agua, guarana] = [await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'GUARANA')];
    const { status, body } = await ana.tryBegin<Begun>([own.line('AGUA', 2), own.line('GUARANA', 6)]);
    // 2 × 4.99 + 6 × 1.49 + 6 × 0.25 + 5.00
    expect([status, body]).toEqual([
      201,
      { checkoutId: expect.any(String), paypalOrderId: expect.any(String), total: 25.42 },
    ]);
    expect([await stockOf(own.ctx, 'AGUA'), await stockOf(own.ctx, 'GUARANA')]).toEqual([agua - 2, guarana - 6]);
    expect(await checkoutRow(own.ctx, body.checkoutId)).toMatchObject({
      client_id: ana.clientId,
      state: 'open',
      locale: 'de-DE',
      email: ana.email,
      subtotal_cents: 1892,
      shipping_cents: 500,
      deposit_cents: 150,
      total_cents: 2542,
      hold: 'held',
      paypal_order_id: body.paypalOrderId,
      capture_request_id: null,
      settling_by: null,
    });
    expect(await own.paypal.order(body.paypalOrderId)).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      checkoutId: body.checkoutId,
      invoiceId: body.checkoutId,
      cents: 2542,
    });
  });

  it('holds its units for 15 minutes', async () => {
    const { checkoutId } = await ana.begin([own.line('AGUA')]);
    const row = await checkoutRow(own.ctx, checkoutId);
    expect(Date.parse(row.hold_expires_at ?? '') - Date.parse(row.created_at)).toBe(15 * 60_000);
  });

  it('adds up the lines of one product', async () => {
    const { checkoutId, total } = await ana.begin([own.line('AGUA', 3), own.line('MATE'), own.line('AGUA', 7)], {
      expectedTotal: 56.57,
    });
    expect(total).toBe(56.57);
    const lines = await own.ctx.db.read
      .selectFrom('checkout_lines')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .execute();
    expect(lines.map(({ cod_catalog, quantity, price_cents }) => [cod_catalog, quantity, price_cents])).toEqual([
      ['AGUA', 10, 499],
      ['MATE', 1, 167],
    ]);
  });

  it('ignores the price and client that the browser sends', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    const cheap = [{ ...own.line('AGUA'), price: 0.01, real_price: 0.01, discount: 99 }];
    const { checkoutId, total } = await ana.begin(cheap, {
      client: eva.clientId,
      clientId: eva.clientId,
      total: 0.01,
      shippingCost: 0,
    });
    expect(total).toBe(9.99);
    expect((await checkoutRow(own.ctx, checkoutId)).client_id).toBe(ana.clientId);
  });

  it('uses the language that the body names', async () => {
    for (const [languageLocale, stored] of [
      ['en-US', 'en-US'],
      ['pt-BR', 'pt-BR'],
      ['xx', 'pt-BR'],
    ]) {
      const { checkoutId } = await ana.begin([own.line('AGUA')], { languageLocale });
      expect((await checkoutRow(own.ctx, checkoutId)).locale).toBe(stored);
    }
  });

  it.each<[what: string, typed: object, kept: object]>([
    ['a company', { name: 'E.ON SE z.Hd. Fr.Schmidt' }, { name: 'E.ON SE z. Hd. Fr. Schmidt' }],
    [
      'a house number that repeats the end of the street',
      { address: 'Hauptstraße 12', number: '12' },
      { address: 'Hauptstraße' },
    ],
    ['spaces around a postal code', { postal_code: ' 04109 ' }, { postal_code: '04109' }],
    ['the kind of a home address', { kind: 'home' }, { kind: undefined }],
  ])('accepts %s in its usual spellings', async (_what, typed, kept) => {
    const { checkoutId } = await ana.begin([own.line('AGUA')], { shipping: { ...ADDRESS, ...typed } });
    const stored = JSON.parse((await checkoutRow(own.ctx, checkoutId)).shipping_address) as object;
    expect(stored).toEqual({ ...ADDRESS, ...typed, ...kept });
  });

  it('stores the address as it was written, without surrounding blanks', async () => {
    const shipping = { ...ADDRESS, name: '  José "Zé" Müller ', additional_address: null, city: 'Köln 🥥' };
    const { checkoutId } = await ana.begin([own.line('AGUA')], { shipping });
    const stored = JSON.parse((await checkoutRow(own.ctx, checkoutId)).shipping_address) as object;
    expect(stored).toEqual({ ...shipping, name: 'José "Zé" Müller', additional_address: '' });
  });
});
