import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { describeFreeLeft } from '#src/features/cart/cart-view.ts';
import { applyShopTexts, resources, translator } from '#src/i18n/translate.ts';
import { parseShopData } from '#src/server/shop-file.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { complaintIn } from '../../../support/complaint.ts';

const FILE = readFileSync('src/content/shop.yaml', 'utf8');
const withShop = (lines: string) => FILE.replace(/^shop:\n(?: .*\n)+/m, `shop:\n${lines}\n`);
const withTexts = (lines: string) => FILE.replace(/^texts:\n(?: .*\n)+/m, `texts:\n${lines}\n`);

const complaintOf = (text: string): string => complaintIn(() => parseShopData(text));

afterAll(() => applyShopTexts(DEFAULT_TERMS, {}));

describe('the shop’s terms in shop.yaml', () => {
  it('have the specified values in the demo, and when a file of an earlier version names none', () => {
    expect(parseShopData(FILE).terms).toEqual(DEFAULT_TERMS);
    const { terms, texts } = parseShopData(FILE.replace(/^shop:\n(?: .*\n)+/m, '').replace(/^texts:\n(?: .*\n)+/m, ''));
    expect(terms).toEqual(DEFAULT_TERMS);
    expect(texts).toEqual({});
  });

  it.each(['4.90', '4.9', '4,90', "'4,9'"])('accept an amount with a point or a comma: %s', (written) => {
    expect(parseShopData(withShop(`  shipping: ${written}\n  freeFrom: 50`)).terms).toMatchObject({
      shipping: 490,
      freeFrom: 5000,
    });
  });

  it('accept prices by weight in any order, and leave out what is not set', () => {
    const { terms } = parseShopData(
      withShop('  shipping: 5\n  freeFrom:\n  heavier: { 20: 14.90, 10: "9,90", 31.5: 20 }\n  noIslands: false'),
    );
    expect(terms.heavier).toEqual([
      { above: 10_000, price: 990 },
      { above: 20_000, price: 1490 },
      { above: 31_500, price: 2000 },
    ]);
    expect(Object.keys(terms)).toEqual(['name', 'shipping', 'heavier', 'deliveryDays']);
    expect(Object.keys(parseShopData(FILE).terms)).toEqual(Object.keys(DEFAULT_TERMS));
  });

  it.each([
    ['  heavier: { 10: 4.90 }', 'shop.heavier: has a price below that of a lighter order'],
    ['  heavier: { heavy: 9.90 }', 'shop.heavier: is not a table of up to 20 weights in kg and prices in EUR'],
    ['  heavier: { 10: much }', 'shop.heavier: is not a table of up to 20 weights in kg and prices in EUR'],
    ['  heavier: 9.90', 'shop.heavier: is not a table of up to 20 weights in kg and prices in EUR'],
    ['  furtherParcel: 0', 'shop.furtherParcel: is zero. Leave it empty to have none'],
    ['  parcelLimit: 0', 'shop.parcelLimit: is not a weight in kg'],
    ['  noIslands: perhaps', 'shop.noIslands: is not true or false'],
    ['  shipping: free', 'shop.shipping: is not an amount in EUR. Example: 4.90'],
    ['  shipping: 4.999', 'shop.shipping: is not an amount in EUR'],
    ['  freeFrom: 1.000', 'shop.freeFrom: "1.000" may mean 1000 or 1,00, so write one of these'],
    ['  freeFrom: 1e3', 'shop.freeFrom: is not an amount in EUR'],
    ['  freeFrom: 0x10', 'shop.freeFrom: is not an amount in EUR'],
    ['  shipping: -1', 'shop.shipping: is not an amount in EUR'],
    ['  freeFrom: 0', 'shop.freeFrom: is zero. Leave it empty to have none'],
    ['  name: ""', 'shop.name: is empty'],
    ['  deliveryDays: { least: 5, most: 3 }', 'shop.deliveryDays: has more days at least than at most'],
    ['  deliveryDays: { least: 1, most: 1 }', 'shop.deliveryDays.most: is less than 2'],
    ['  price: 5', 'shop: Unrecognized key: "price"'],
  ])('report file and field of a mistake: %s', (lines, complaint) => {
    expect(complaintOf(withShop(lines))).toContain(`src/content/shop.yaml has mistakes:\n  ${complaint}`);
  });
});

describe('the owner’s texts in shop.yaml', () => {
  it('replace those of locales only in their language, and keep their placeholders', () => {
    const { terms, texts } = parseShopData(
      withTexts(
        '  de-DE:\n    cart:summary: Ihr Einkauf bei {{shop}}\n    mail:order.code: ' +
          '"Artikel {{code}}"\n    common:search.label: Stöbern',
      ),
    );
    applyShopTexts({ ...terms, name: 'Laden am Eck' }, texts);
    expect(resources['de-DE'].cart.summary).toBe('Ihr Einkauf bei Laden am Eck');
    const t = translator('de-DE');
    expect([t('mail:order.code', { code: 'A-1' }), t('search.label'), t('mail:footer')]).toEqual([
      'Artikel A-1',
      'Stöbern',
      'Laden am Eck · Genuss und Pflege aus Brasilien',
    ]);
    expect(translator('en-US')('search.label')).toBe('Search products');
    applyShopTexts(terms, {});
    expect([t('search.label'), resources['de-DE'].cart.summary]).toEqual(['Produkte suchen', 'Zusammenfassung']);
  });

  it.each([
    ['cart:sumary: X', 'texts.de-DE.cart:sumary: is not a text of locales/de-DE. Write the file'],
    ['cart: X', 'texts.de-DE.cart: is not a text of locales/de-DE'],
    ['cart:problems: X', 'texts.de-DE.cart:problems: is not a text of locales/de-DE'],
    ['cart:constructor.name: X', 'texts.de-DE.cart:constructor.name: is not a text'],
    [
      'cart:each: "{{cost}} je Stück"',
      'texts.de-DE.cart:each: has {{cost}}, which has no value. Known: {{price}} {{shop}}',
    ],
    ['cart:each: ""', 'texts.de-DE.cart:each: is empty'],
    ['cart:each: 5', 'texts.de-DE.cart:each: is not a text. Put it in quotation marks'],
    ['consent:title: Kekse', 'texts.de-DE.consent:title: can’t be changed here, because each consent is recorded'],
    ['checkout:page.order: Weiter', 'texts.de-DE.checkout:page.order: can’t be changed, because § 312j (3) BGB'],
    [
      'withdrawal:review.confirm: Weiter',
      'texts.de-DE.withdrawal:review.confirm: can’t be changed, because § 356a BGB',
    ],
  ])('are refused by name when they have a mistake: %s', (line, complaint) => {
    expect(complaintOf(withTexts(`  de-DE:\n    ${line}`))).toContain(`has mistakes:\n  ${complaint}`);
  });

  it('are refused in an unsupported language, which is named', () => {
    expect(complaintOf(withTexts('  vo-XX:\n    cart:summary: Panier'))).toMatch(/ {2}texts.*vo-XX/);
  });
});

it.each([
  ['pt-BR', 'Faltam 12,40 € para o frete grátis'],
  ['de-DE', 'Noch 12,40 € bis zum kostenlosen Versand'],
  ['en-US', '12,40 € left until free shipping'],
] as const)('the amount missing for free shipping is written in %s', (locale, text) => {
  expect(describeFreeLeft(resources[locale].cart, { freeShippingLeft: 12.4 }).replaceAll('\u00a0', ' ')).toBe(text);
});
