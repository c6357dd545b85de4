import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { productRow, type Cells } from '../../support/catalogue.ts';
import { buildShop, type BuiltShop } from '../../support/built-shop.ts';

const ROWS: Cells[] = [
  { cod_catalog: 'BEB-001', product_name: 'Sem Dados', slug: 'sem-dados' },
  { cod_catalog: 'CAB-001', product_name: 'Lacrado', slug: 'lacrado', kind: 'cosmetic', vat_rate: 19, withdrawal: 'sealed-hygiene' },
];

let shop: BuiltShop;
beforeAll(async () => {
  shop = await buildShop(ROWS.map(productRow), { SALES_LOCK: 'on' });
});
afterAll(() => shop?.stop());

it.each(LOCALE_CODES)('the page of a locked product says so in %s, without add button and delivery term', async (locale) => {
  const t = translator(locale);
  const html = (await (await fetch(`${shop.url}${LOCALES[locale].prefix}/product/sem-dados/`)).text()).replaceAll('&#39;', '’');
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  expect(main).toContain(t('catalogue:stock.saleLocked'));
  expect(main).toContain(t('catalogue:product.unavailable'));
  expect(main).not.toContain(t('catalogue:product.delivery'));
  expect(main).not.toContain(t('catalogue:stock.soldOut'));
  expect(main).not.toMatch(/class="add[ "]/);
  expect(html).toContain('https://schema.org/OutOfStock');
});

it.each(LOCALE_CODES)('the page of a sealed product tells in %s when the right of withdrawal ends', async (locale) => {
  const html = await (await fetch(`${shop.url}${LOCALES[locale].prefix}/product/lacrado/`)).text();
  expect(html).toContain(translator(locale)('catalogue:withdrawal.sealed-hygiene'));
});
