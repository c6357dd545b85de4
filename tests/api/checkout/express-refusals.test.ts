import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { ADDRESS, type Refused } from '../../support/people/buyer.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { newGuest } from '../../support/people/guest.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const own = forFile(() => payingShop());
beforeEach(() => setProduct(own.ctx, 'AGUA', { quantity_available: 100 }));

const express = (options?: Parameters<typeof newExpressBuyer>[1]) => newExpressBuyer(own.server.url, options);

describe.each(['27498', ' 78266'])(
  'an address with the postal code %s, outside of the German VAT area',
  (postal_code) => {
    const shipping = { ...ADDRESS, postal_code };

    it.each(LOCALE_CODES)('is refused at the postal code field, with the reason and a contact (%s)', async (locale) => {
      const { city, country, name } = ADDRESS;
      const station = {
        kind: 'packstation',
        station: '123',
        post_number: '12345678',
        name,
        postal_code,
        city,
        country,
      };
      for (const address of [shipping, station]) {
        const { status, body } = await newGuest(own.server.url).tryBegin<object>([own.line('AGUA')], {
          shipping: address,
          languageLocale: locale,
        });
        expect([status, body]).toMatchObject([
          400,
          {
            postal_code: [translator(locale)('checkout:page.areaNotServed')],
            'shipping.postal_code': [translator(locale)('checkout:page.areaNotServed')],
          },
        ]);
      }
    });

    it('is refused after PayPal’s approval too, without a capture', async () => {
      const buyer = express();
      const begun = await buyer.begin([own.line('AGUA')]);
      await own.paypal.approve(begun.paypalOrderId, 'good', { address: 'germany' });
      const { status, body } = await buyer.tryConfirm<object>(begun, { shipping });
      expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['postal_code']) as string[]]);
      expect((await own.paypal.order(begun.paypalOrderId)).captures).toEqual([]);
    });
  },
);

describe('a stranger', () => {
  it('can neither see nor confirm the checkout, and a lost cookie opens nothing', async () => {
    const buyer = express();
    const begun = await buyer.begin([own.line('AGUA', 2)]);
    await own.paypal.approve(begun.paypalOrderId, 'good', { address: 'germany' });
    const stranger = express();
    await stranger.begin([own.line('MATE')]);
    for (const answer of [await stranger.tryReview(begun.checkoutId), await stranger.tryConfirm(begun)])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    buyer.visitor.cookies.delete('guest');
    for (const answer of [await buyer.tryReview(begun.checkoutId), await buyer.tryConfirm(begun)])
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    expect((await own.paypal.order(begun.paypalOrderId)).captures).toEqual([]);
  });

  it('gets nothing by repeating the first call with other products or another kind of order', async () => {
    const requestId = randomUUID();
    const first = express();
    const begun = await first.begin([own.line('AGUA')], { requestId });
    expect(await first.begin([own.line('AGUA')], { requestId })).toEqual(begun);
    const { body } = await express().tryBegin([own.line('MATE')], { requestId });
    expect(body.code).toBe('request_reused');
    const typed = await newGuest(own.server.url, { visitor: newVisitor(own.server.url) }).tryBegin([own.line('AGUA')], {
      requestId,
    });
    expect(typed.body.code).toBe('request_reused');
  });
});

it('a checkout with a typed address has no review step and cannot be confirmed', async () => {
  const guest = newGuest(own.server.url);
  const { checkoutId, paypalOrderId } = await guest.begin([own.line('AGUA')]);
  await own.paypal.approve(paypalOrderId);
  expect((await guest.visitor.get(`/api/checkout/${checkoutId}/review/`)).status).toBe(404);
  expect((await guest.visitor.post<Refused>(`/api/checkout/${checkoutId}/confirm/`, {})).status).toBe(404);
});

it('express checkout refuses goods for adults, sold-out goods and another total like the normal checkout', async () => {
  const refusals = [
    await express().tryBegin([own.line('CACHACA')], { expectedTotal: 24.9 }),
    await express().tryBegin([own.line('AGUA')], { expectedTotal: 1 }),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'age_restricted'],
    [409, 'price_changed'],
  ]);
  await setProduct(own.ctx, 'AGUA', { quantity_available: 0 });
  expect((await express().tryBegin([own.line('AGUA')], { expectedTotal: 9.99 })).body.code).toBe('sold_out');
});
