import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translator } from '#src/i18n/translate.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { checkoutRow, idsOf, ordersOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { logged } from '../../support/shops/server.ts';

/** All that the law asks of these beans before they may be offered. */
const FACTS: Cells = {
  food_name_de: 'Schwarze Bohnen',
  single_ingredient: 'yes',
  nutrition_exempt: 'unprocessed',
  importer: 'Importhaus GmbH',
  importer_address: 'Hafen 1, 20457 Hamburg',
};
const WHOLE: Cells = { cod_catalog: 'FEI-001', rank: 2, ...FACTS };
const GAPPY: Cells = { cod_catalog: 'FEI-002', rank: 1, ...FACTS, food_name_de: '' };

const own = forFile(() => payingShop({ SALES_LOCK: 'on' }, [WHOLE, GAPPY]));
let ids: Record<string, number>;
let ana: Buyer;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
});
beforeEach(async () => {
  await own.stock([WHOLE, GAPPY]);
  ana = await newBuyer(own.ctx, own.server.url);
});

const line = (code: string) => ({ productId: ids[code] ?? 0, quantity: 1 });
const json = async <T>(path: string): Promise<T> => (await fetch(own.server.url + path)).json() as Promise<T>;

describe('a product that lacks a fact required for sale', { retry: 0 }, () => {
  it('is listed last, like a sold-out product, with the reason', async () => {
    const { products } = await json<{ products: object[] }>('/api/');
    expect(products).toMatchObject([
      { cod_catalog: 'FEI-001', availability: 'in_stock', quantity_available: 20 },
      { cod_catalog: 'FEI-002', availability: 'on_order', quantity_available: 0, sale_locked: true },
    ]);
    expect(products[0]).not.toHaveProperty('sale_locked');
    expect(await json(`/api/availability/?ids=${ids['FEI-002']}`)).toMatchObject({
      products: [{ quantity_available: 0 }],
    });
  });

  it('stays in an existing cart with the reason, and is left out of the totals', async () => {
    const { body } = await postCart(own.server.url, { lines: [line('FEI-001'), line('FEI-002')] });
    expect(body.lines.map(({ productId }) => productId)).toEqual([ids['FEI-001'], ids['FEI-002']]);
    expect(body.problems).toEqual([{ productId: ids['FEI-002'], code: 'sale_locked' }]);
    expect(body.subtotal).toBe(4.99);
  });

  it.each(LOCALE_CODES)('is refused by the checkout, in %s', async (locale) => {
    const { status, body } = await ana.tryBegin([line('FEI-001'), line('FEI-002')], { languageLocale: locale });
    expect([status, body.code, body.products]).toEqual([409, 'sale_locked', [ids['FEI-002']]]);
    expect(body.detail).toBe(translator(locale)('errors:sale_locked'));
    expect(await stockOf(own.ctx, 'FEI-001')).toBe(20);
  });

  it('can be ordered after an import completes its facts', async () => {
    await own.stock([WHOLE, { ...GAPPY, food_name_de: 'Carioca-Bohnen' }]);
    await ana.begin([line('FEI-002')]);
  });
});

it('the shop captures no money for an open checkout whose product an import has locked', async () => {
  const { checkoutId, paypalOrderId } = await ana.begin([line('FEI-001')]);
  await own.paypal.approve(paypalOrderId);
  await own.stock([{ ...WHOLE, food_name_de: '' }, GAPPY]);
  const { status, body } = await ana.tryCapture(checkoutId);
  expect([status, body.code]).toEqual([409, 'sold_out']);
  expect((await own.paypal.order(paypalOrderId)).captures).toEqual([]);
  expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
  expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ state: 'sold_out', hold: 'released' });
});

it('the shop mails the owner about missing facts after an import, once', async () => {
  const mails = () => mailsTo(own.ctx, own.ctx.config.shopEmail);
  const before = (await mails()).length;
  await own.stock([{ ...WHOLE, food_name_de: '', importer: '' }, GAPPY]);
  const [mail, ...more] = (await mails()).slice(before);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'missing_facts',
    subject: translator('pt-BR')('mail:missingFacts.subject', { count: 1 }),
  });
  expect(mail?.text).toContain('faltam a este produto');
  expect(mail?.text).toContain('FEI-001');
  expect(mail?.text).toContain('food_name_de, importer');
  expect(mail?.text).not.toContain('FEI-002');
  await own.stock([{ ...WHOLE, food_name_de: '', importer: '', real_price: '5.99' }, GAPPY]);
  expect(await mails()).toHaveLength(before + 1);
});

it('the sales lock starts and ends with the setting at a server start, without an import', async () => {
  const isLocked = async (server: { url: string }) => {
    const { body } = await postCart(server.url, { lines: [line('FEI-002')] });
    return body.problems.some(({ code }) => code === 'sale_locked');
  };
  const open = await own.serve({ SALES_LOCK: 'public', LOG_LEVEL: 'info' });
  expect(await isLocked(open)).toBe(false);
  await logged(open, 'products would be locked at a public address, because facts are missing');
  expect(await isLocked(await own.serve({ SALES_LOCK: 'on' }))).toBe(true);
});
