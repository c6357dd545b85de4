import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { productRow, writeCatalogue } from '../../support/catalogue/catalogue.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { changeContent, writeContent } from '../../support/shops/own-content.ts';
import { request } from '../../support/outside/raw-http.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { startShop, type RunningShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { reuseBundle, runNode, TEST_ROOT } from '../../support/shops/site.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';

let shop: FreshShop;
let server: RunningShop;
let content: string;
let env: Record<string, string>;

const SIX_PACK = { packs: 6, reusable: 'yes', deposit: '0.90', net_quantity: 2, net_unit: 'l' };
const read = async (address: string) => (await request(server.url, address)).body.toString();

// An editor's folder outside of the software, in which every kind of file has been edited.
beforeAll(async () => {
  shop = await freshShop();
  content = path.join(shop.env.DATA_DIR!, 'content');
  writeContent(content, {
    "'[Firmenname]'": 'Laden am Eck GmbH',
    'mode: regular': 'mode: small_business',
    'name: Vitrine': 'name: Laden am Eck',
    'shipping: 5.00': 'shipping: 4,90',
    'freeFrom:': 'freeFrom: 50',
    '{ least: 2, most: 4 }': '{ least: 3, most: 5 }',
  });
  writeCatalogue(path.join(content, 'catalogue'), [
    productRow({
      cod_catalog: 'BEB-001',
      product_name: 'Água de Coco',
      ...{ vegan: 'yes', allergens: 'none', traces: 'nuts' },
    }),
    // A six-pack of reusable bottles.
    productRow({
      cod_catalog: 'BEB-002',
      product_name: 'Mate em Garrafa',
      packaging: 'glass',
      drink_kind: 'other',
      ...SIX_PACK,
    }),
  ]);
  changeContent(content, 'slides/slides.csv', 'Brasilien in Ihrer Küche', 'Brasilien am Eck');
  appendFileSync(path.join(content, 'legal/impressum.de-DE.md'), '\nEin Satz aus dem eigenen Ordner.\n');
  appendFileSync(path.join(content, 'search/synonyms.csv'), 'kokosnusswunder,água de coco,\n');
  mkdirSync(TEST_ROOT, { recursive: true });
  env = { ...shop.env, CONTENT_DIR: content, DIST_DIR: mkdtempSync(path.join(TEST_ROOT, 'dist-')) };
  shareSlides(env);
  reuseBundle(env.DIST_DIR!);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await shop?.dispose();
  rmSync(env.DIST_DIR!, { recursive: true, force: true });
});

it('a shop imports, builds and serves the files of CONTENT_DIR with its existing programs', async () => {
  expect((await shopHere(['catalogue', 'import'], env)).stdout).toMatch(/^added 2: BEB-001, BEB-002$/m);
  const builtOf = readFileSync(path.join(env.DIST_DIR!, 'astro/built-of'), 'utf8');
  expect((await runNode(['src/cli/build.ts'], env)).code).toBe(0);
  expect(readFileSync(path.join(env.DIST_DIR!, 'astro/built-of'), 'utf8')).toBe(builtOf);
  server = await startShop(env);
  const imprint = await read('/de/impressum');
  expect(imprint).toContain('Laden am Eck GmbH');
  expect(imprint).toContain('Ein Satz aus dem eigenen Ordner.');
  expect(await read('/de')).toContain('Brasilien am Eck');
  expect(await read('/de/search/kokosnusswunder')).toContain('Água de Coco');
});

// In this test's shop, because its folder says so and a build takes seconds.
it.each(LOCALE_CODES)('the pages of a small business name § 19 UStG in %s, and no VAT anywhere', async (locale) => {
  const t = translator(locale);
  const { prefix } = LOCALES[locale];
  const [product, terms, cart] = await Promise.all(
    ['/product/agua-de-coco', '/terms-conditions', '/cart'].map((at) => read(prefix + at)),
  );
  const shipping = /\d,\d\d\s€/.exec(terms!)?.[0];
  // The test's own process has the price of the demo.
  expect(product).toContain(t('catalogue:price.taxSmall').replace(/\d,\d\d\s€/, shipping ?? ''));
  expect(product).toContain(t('footer.pricesSmall'));
  expect(terms).toMatch(/§\s19 UStG|section 19 of the German VAT Act|§\s19 da lei alemã do IVA/);
  expect(terms).not.toMatch(/enthalten die gesetzliche|include the statutory VAT|incluem o IVA/);
  for (const page of [product, terms, cart]) expect(page).not.toContain(t('footer.prices'));
  expect(cart).toContain('cart-totals');
  expect(cart).not.toContain('class="cart-vat"');
});

it('a reusable pack shows MEHRWEG beside its price, its deposit is the bottler’s, and search filters by it', async () => {
  const product = await read('/de/product/mate-em-garrafa');
  expect(product).toContain('<span class="price-pack">MEHRWEG</span>');
  expect(product).toContain(translator('de-DE')('catalogue:price.deposit', { amount: '0,90\u00a0€' }));
  expect(product).not.toContain('EINWEG');
  const found = await read('/de/search?reusable=1');
  expect(found.match(/class="card[ "]/g)).toHaveLength(1);
  expect(found).toContain('/de/product/mate-em-garrafa');
  expect(found).toMatch(/aria-current="true">\s*Mehrweg/);
});

it('lists filter by what is known of a product, and an unknown fact fits nothing', async () => {
  const search = async (query: string) => [...(await read(`/de/search?${query}`)).matchAll(/class="card[ "]/g)].length;
  expect(await search('vegan=1')).toBe(1);
  expect(await search('vegetarian=1&withoutMilk=1')).toBe(1);
  expect(await read('/de/search?withoutMilk=1')).toContain('/de/product/agua-de-coco');
  // The pack names traces of nuts.
  expect(await search('withoutNuts=1')).toBe(0);
  const list = decodeEntities(await read('/de/category/bebidas'));
  expect(list).toMatch(/href="\/de\/search\?category=bebidas&withoutMilk=1"[^>]*>\s*Ohne Milch <span[^>]*>1</);
  expect(list).not.toContain('Ohne Schalenfrüchte');
});

it.each([
  [
    '',
    'Faltam … para o frete grátis',
    'em 3 a 5 dias úteis',
    'mais 4,90 € de frete (grátis a partir de 50,00 € em produtos)',
  ],
  [
    '/de',
    'Noch … bis zum kostenlosen Versand',
    'in 3 bis 5 Werktagen',
    'zzgl. 4,90 € Versand (ab 50,00 € Warenwert kostenlos)',
  ],
  [
    '/en',
    '… left until free shipping',
    'in 3 to 5 business days',
    'plus 4,90 € shipping (free on orders from 50,00 €)',
  ],
])('pages name the price, the limit and the days of shop.yaml: %s', async (prefix, left, days, price) => {
  const [cart, product, terms, home] = await Promise.all(
    ['/cart', '/product/agua-de-coco', '/terms-conditions', ''].map(async (page) =>
      (await read(`${prefix}${page}` || '/')).replaceAll(/\s+/g, ' '),
    ),
  );
  const partsOf = (page: string | undefined, parts: string[]) => parts.filter((part) => page?.includes(part));
  const all = {
    cart: [left, days, '· Laden am Eck</title>'],
    product: [price, days, 'data-least="3" data-most="5"', '"shippingRate":{"@type":"MonetaryAmount","value":4.9,'],
    terms: ['4,90 €', '50,00 €', days, 'Laden am Eck'],
    home: ['4,90 €', '50,00 €', days],
  };
  expect({
    cart: partsOf(cart, all.cart),
    product: partsOf(product, all.product),
    terms: partsOf(terms, all.terms),
    home: partsOf(home, all.home),
  }).toEqual(all);
  // For the totals that the cart computes until the server answers.
  const carried = decodeEntities(/data-terms="([^"]*)"/.exec(cart!)?.[1] ?? '{}');
  const deliveryDays = { least: 3, most: 5 };
  expect(JSON.parse(carried)).toEqual({ name: 'Laden am Eck', shipping: 490, freeFrom: 5000, deliveryDays });
  expect(
    [cart, product, terms, home].flatMap(
      (page) => page?.match(/\{\{(?:shop|shipping|deliveryDays|freeFrom)\}\}|Vitrine/g) ?? [],
    ),
  ).toEqual([]);
});

it('the commands read the same files and name them', async () => {
  const check = await shopHere(['legal', 'check'], env);
  expect(check.stdout).toContain(`Write these into ${path.join(content, 'shop.yaml')} before the first sale:`);
  expect(check.stdout).toContain(path.join(content, 'legal/impressum.de-DE.md'));
  expect(check.stdout).not.toMatch(/company\.name:|src\/content/);
  appendFileSync(path.join(content, 'search/synonyms.csv'), 'allein,,\n');
  expect((await shopHere(['catalogue', 'check'], env)).stderr).toContain('names nothing that means the same');
});

it('the content check names an invalid slide and its missing picture before a build', async () => {
  const table = path.join(content, 'slides/slides.csv');
  const before = readFileSync(table, 'utf8');
  writeFileSync(table, before.replace('granado,Granado,Granado,teal', 'granado,Granado,Granado,pink'));
  rmSync(path.join(content, 'slides/pilao.svg'));
  const mistakes = [
    '  slides.csv:4 tone: "pink" is not possible. Write one of: green, red, teal, brown, amber, purple.',
    '  pilao.svg: is missing. Save the picture of this slide under this name, or as .webp, .avif, .jpg or .png.',
  ];
  const { stderr } = await shopHere(['catalogue', 'check'], env);
  for (const mistake of mistakes) expect(stderr).toContain(`${mistake}\n`);
  const build = await runNode(['src/cli/build.ts'], env);
  expect([build.code, build.stderr]).toEqual([2, `The slides have mistakes:\n${mistakes.join('\n')}\n`]);
  writeFileSync(table, before);
  cpSync('src/content/slides/pilao.svg', path.join(content, 'slides/pilao.svg'));
});

it('a missing required file is reported with where to copy it from', async () => {
  rmSync(path.join(content, 'legal/withdrawal.en-US.md'));
  const { code, stderr } = await runNode(['src/cli/build.ts'], env);
  expect(code).toBe(2);
  const place = path.join(content, 'legal/withdrawal.en-US.md');
  expect(stderr).toBe(
    `CONTENT_DIR: ${place} is missing. Copy src/content/legal/withdrawal.en-US.md of this version there and ` +
      `adapt it.\n`,
  );
});

it('a folder without content is refused with the name of the variable', async () => {
  rmSync(path.join(content, 'legal'), { recursive: true });
  rmSync(path.join(content, 'shop.yaml'));
  const { code, stderr } = await shopHere(['legal', 'check'], env);
  expect(code).toBe(2);
  expect(stderr).toContain(
    `CONTENT_DIR: ${content} lacks shop.yaml, legal. Begin with a copy of src/content. Example: CONTENT_DIR=`,
  );
});
