import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { productRow, type Cells } from '../../support/catalogue.ts';
import { buildShop, type BuiltShop } from '../../support/built-shop.ts';
import { shopHere } from '../../support/shop-here.ts';
import { runNode } from '../../support/site.ts';

const ROWS: Cells[] = [
  { cod_catalog: 'BEB-001', product_name: 'Sem Dados', slug: 'sem-dados' },
  { cod_catalog: 'CAB-001', product_name: 'Lacrado', slug: 'lacrado', kind: 'cosmetic', vat_rate: 19, withdrawal: 'sealed-hygiene' },
  { cod_catalog: 'REC-001', product_name: 'Chamado', slug: 'chamado' },
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

it('the page of a recalled product says so after the next build, and every footer leads to the recall, in three languages', async () => {
  const danger = ['--de', 'Glas', '--pt', 'Vidro', '--en', 'Glass'];
  expect((await shopHere(['recall', 'REC-001', ...danger, '--yes'], shop.env)).code).toBe(0);
  expect((await runNode(['src/cli/build.ts'], shop.env)).code).toBe(0);
  const text = async (path: string) => (await fetch(shop.url + path)).text();
  await expect.poll(() => text('/product/chamado/')).toContain(translator('pt-BR')('catalogue:stock.recalled'));
  for (const locale of LOCALE_CODES) {
    const { prefix } = LOCALES[locale];
    const html = await text(`${prefix}/product/chamado/`);
    expect(html).toContain(translator(locale)('catalogue:stock.recalled'));
    expect(html).toContain(`href="${prefix}/recalls#recall-REC-001"`);
    expect(html).not.toContain(translator(locale)('catalogue:stock.saleLocked'));
    expect(await text(`${prefix}/impressum/`)).toContain(`href="${prefix}/recalls"`);
  }
});
