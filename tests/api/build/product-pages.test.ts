import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { slugify } from '#src/features/catalogue/slug.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { decodeEntities, textOf } from '../../support/texts/html.ts';
import { readRealProducts } from '../../support/catalogue/openfoodfacts.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { productByCode } from '../../support/people/rows.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { clientFolder } from '../../support/shops/site.ts';
import { BUDGETS } from '../../e2e/quality/budgets.ts';

const real = readRealProducts().map(({ name }) => name.trim());
const NAMES = [
  ...real.toSorted((a, b) => b.length - a.length).slice(0, 2),
  ...real.filter((name) => /["'’‘`]/.test(name)).slice(0, 4),
  ...real.filter((name) => /[&%\ufffd]/.test(name)).slice(0, 3),
  ...real.filter((name) => name === name.toUpperCase()).slice(0, 2),
  '<script>alert(1)</script>',
  '</title></script><img src=x onerror="alert(1)">',
  'Café &amp; "Pão" <b>d\'água</b> &lt;100%&gt;',
  '{name} ${name} {{name}} <!-- -->',
  '日本茶 🧉 مته',
  'W'.repeat(200),
];

const BY_LAW: Cells[] = [
  {
    cod_catalog: 'BEB-001',
    product_name: 'Sem Dados',
    slug: 'sem-dados',
    subtitle_de: 'Ohne Angaben',
    seo_title_de: 'Produkte ohne Angaben & mehr',
    seo_description_de: 'Was "ohne Angaben" heißt.',
    seo_title_pt: 'Só o título',
  },
  {
    cod_catalog: 'CAB-001',
    product_name: 'Lacrado',
    slug: 'lacrado',
    kind: 'cosmetic',
    vat_rate: 19,
    withdrawal: 'sealed-hygiene',
  },
  { cod_catalog: 'REC-001', product_name: 'Chamado', slug: 'chamado' },
];

/** With all that the law asks for, because a locked product is sold out; in a category of its own, beside no other. */
const TIN: Cells = {
  product_name: 'Feijão',
  category_product: 'graos-e-farinaceos',
  food_name_de: 'Schwarze Bohnen',
  single_ingredient: 'yes',
  nutrition_exempt: 'unprocessed',
  importer: 'Importhaus GmbH',
  importer_address: 'Hafen 1, 20457 Hamburg',
  variant_of: 'TIN-001',
};
const FAMILY: Cells[] = [
  { ...TIN, cod_catalog: 'TIN-001', slug: 'feijao', real_price: '3.99', net_quantity: 250, variant_of: '' },
  { ...TIN, cod_catalog: 'TIN-002', slug: 'feijao-500', real_price: '6.99', net_quantity: 500, quantity_available: 0 },
  { ...TIN, cod_catalog: 'TIN-003', slug: 'feijao-1000', real_price: '11.99', net_quantity: 1, net_unit: 'kg' },
];

/** As many sizes as a family may have. */
const FAMILY_OF_40: Cells[] = Array.from({ length: 40 }, (_, index) => ({
  ...TIN,
  cod_catalog: `BAG-${String(index + 1).padStart(3, '0')}`,
  product_name: 'Farinha de Mandioca Torrada',
  slug: `farinha-${index + 1}`,
  category_product: 'cabelos',
  food_name_de: 'Maniokmehl, geröstet',
  real_price: `${index + 1}.99`,
  net_quantity: (index + 1) * 75,
  variant_of: index > 0 ? 'BAG-001' : '',
}));

/** In a category of their own kind too. The set’s own row says nothing of what is in its parts. */
const GIFT: Cells[] = [
  { ...TIN, cod_catalog: 'GIF-001', slug: 'doce', food_name_de: 'Milchcreme', ingredients_de: '**Milch**, Zucker' },
  { ...TIN, cod_catalog: 'GIF-002', slug: 'biscoito', food_name_de: 'Keks', ingredients_de: '**Weizen**, **Soja**' },
].map((row) => ({ ...row, variant_of: '', single_ingredient: '' }));
const GIFT_SET: Cells = {
  ...{ cod_catalog: 'GIF-SET', product_name: 'Conjunto Presente', slug: 'presente', parts: 'GIF-001 2, GIF-002' },
  ...{ category_product: 'graos-e-farinaceos', net_quantity: 1, net_unit: 'piece' },
};

let site: OwnSite;
let shop: RunningShop;

beforeAll(async () => {
  const named = NAMES.map((product_name, index) => ({
    cod_catalog: `NAM-${index}`,
    product_name,
    subtitle_pt: product_name.slice(0, 120),
  }));
  const files = {
    'shelf/NAM-0.pt-BR.md': 'Texto só em português',
    'categories.csv': [
      'slug,group,label_pt,label_de,label_en,seo_title_de,seo_description_en',
      'bebidas,food,Bebidas,Getränke,Drinks,Getränke aus Brasilien kaufen,Drinks for hot days.',
      'graos-e-farinaceos,food,Grãos e farináceos,Hülsenfrüchte und Mehle,Grains and flours,,',
      'cabelos,other,Cabelos,Haarpflege,Hair,,',
    ].join('\n'),
  };
  site = await ownSite([...BY_LAW, ...FAMILY, ...FAMILY_OF_40, ...GIFT, GIFT_SET, ...named], files, {
    settings: { SALES_LOCK: 'on' },
  });
  shop = await site.open();
}, 240_000);
afterAll(() => site?.dispose());

const readPage = (...parts: string[]) => readFileSync(`${path.join(clientFolder(site.dist), ...parts)}.html`, 'utf8');
/** Elements that only a name could have brought; inside an attribute's quotes they are text. */
const injected = (html: string) => html.replace(/="[^"]*"/g, '=""').match(/<script>alert|<img src=x|<b>d'água/g) ?? [];
const shortened = (name: string) => name.slice(0, 40);

describe.each(NAMES.map((name, index) => [shortened(name), index] as const))(
  'the page of a product named %s',
  (_name, index) => {
    const name = NAMES[index] ?? '';
    const pageOf = async (prefix: string) =>
      readPage(prefix, 'product', (await productByCode(site.ctx, `NAM-${index}`)).slug);

    it.each(['', 'de', 'en'])(
      'has the product name as its heading and in its title (language "%s")',
      async (prefix) => {
        const html = await pageOf(prefix);
        expect(textOf(html, 'h1')).toBe(name);
        expect(textOf(html, 'title')).toContain(name);
      },
    );

    it('has the product name in the link preview, and nowhere as markup', async () => {
      const html = await pageOf('');
      const preview = /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1] ?? '';
      expect(decodeEntities(preview)).toContain(name);
      expect(injected(html)).toEqual([]);
    });

    it('has valid structured data', async () => {
      const blocks = [...(await pageOf('')).matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
        ([, json = '']) => json,
      );
      expect(blocks).not.toHaveLength(0);
      for (const json of blocks) expect(() => JSON.parse(json) as unknown).not.toThrow();
    });
  },
);

it('texts missing in a language are shown in another one, which the page names', async () => {
  const { slug } = await productByCode(site.ctx, 'NAM-0');
  for (const [prefix, lang, headingLang] of [
    ['', '', ''],
    ['de', ' lang="pt-BR"', ' lang="de-DE"'],
    ['en', ' lang="pt-BR"', ' lang="en-US"'],
  ] as const) {
    const html = readPage(prefix, 'product', slug);
    expect(html).toContain(`<p class="product-subtitle"${lang}>`);
    expect(html).toContain(`<section class="product-info"${lang}><h2${headingLang}>`);
  }
});

const headOf = (...parts: string[]) => {
  const html = readPage(...parts);
  const meta = (name: string) => decodeEntities(new RegExp(`="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '');
  expect([meta('og:title'), meta('og:description')]).toEqual([textOf(html, 'title'), meta('description')]);
  return [textOf(html, 'title'), meta('description')];
};

it('what an editor wrote for search engines replaces title and description in exactly its language', () => {
  const product = (prefix: string) => headOf(prefix, 'product', 'sem-dados');
  expect(product('de')).toEqual(['Produkte ohne Angaben & mehr', 'Was "ohne Angaben" heißt.']);
  expect(product('')).toEqual(['Só o título', 'Sem Dados, Bebidas']);
  expect(product('en')).toEqual(['Sem Dados · Vitrine', 'Sem Dados, Drinks']);
  const category = (prefix: string) => headOf(prefix, 'category', 'bebidas');
  expect(category('de')[0]).toBe('Getränke aus Brasilien kaufen');
  expect(category('de')[1]).toBe(`Getränke. ${translator('de-DE')('shop.description')}`);
  expect(category('en')).toEqual(['Drinks · Vitrine', 'Drinks for hot days.']);
  for (const html of [readPage('de', 'product', 'sem-dados'), readPage('de', 'category', 'bebidas')])
    expect(textOf(html, 'h1')).toMatch(/^(?:Sem Dados|Getränke)$/);
});

it('names of products are marked as Portuguese on pages of other languages', async () => {
  const { slug } = await productByCode(site.ctx, 'NAM-0');
  for (const prefix of ['de', 'en']) {
    expect(readPage(prefix, 'product', slug)).toContain('<h1 lang="pt-BR">');
    const cards = readPage(prefix, 'category', 'bebidas').match(/<h\d class="card-name"[^>]*>/g) ?? [];
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.filter((card) => !card.includes('lang="pt-BR"'))).toEqual([]);
  }
});

describe('lists', () => {
  it('link every product with markup in its name by its address, without the markup', () => {
    const html = readPage('category', 'bebidas');
    for (const name of NAMES.filter((candidate) => slugify(candidate)))
      expect(html).toContain(`/product/${slugify(name)}"`);
    expect(injected(html)).toEqual([]);
  });
});

describe('a product of several sizes', () => {
  const linksOf = (html: string) => {
    const nav = /<nav class="chips"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
    return [...nav.matchAll(/<li> ?<(?:b|a)([^>]*)>([\s\S]*?)<\/li>/g)].map(([, attributes = '', inside = '']) => [
      /(?:href|aria-current)="([^"]*)"/.exec(attributes)?.[1],
      decodeEntities(inside.replace(/<[^>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim(),
    ]);
  };

  it.each(LOCALE_CODES)('links the others above its buttons, with price or as sold out, in %s', (locale) => {
    const { prefix } = LOCALES[locale];
    const html = readPage(prefix, 'product', 'feijao');
    expect(linksOf(html)).toEqual([
      ['page', '250 g'],
      [`${prefix}/product/feijao-500`, `500 g ${translator(locale)('catalogue:stock.soldOut')}`],
      [`${prefix}/product/feijao-1000`, '1 kg 11,99 €'],
    ]);
    expect(html.indexOf('id="variants"')).toBeLessThan(html.indexOf('id="buy"'));
  });

  it('shows links between its pages with the own size marked, which a product of one size lacks', () => {
    expect(linksOf(readPage('product', 'feijao-500'))).toMatchObject([
      ['/product/feijao', '250 g 3,99 €'],
      ['page', '500 g'],
      ['/product/feijao-1000', '1 kg 11,99 €'],
    ]);
    expect(readPage('product', 'sem-dados')).not.toContain('id="variants"');
  });

  it.each(LOCALE_CODES)('stays within the bytes of a product page with 40 variants, in %s', (locale) => {
    const { prefix } = LOCALES[locale];
    expect(linksOf(readPage(prefix, 'product', 'farinha-40'))).toHaveLength(40);
    for (const number of [1, 40]) {
      const file = path.join(clientFolder(site.dist), prefix, `product/farinha-${number}.html.br`);
      expect(statSync(file).size).toBeLessThanOrEqual(BUDGETS.html['largest product']);
    }
    // Its lists show one card.
    const list = readPage(prefix, 'category', 'cabelos');
    expect(new Set(list.match(/product\/farinha-\d+/g)).size).toBe(1);
  });
});

it.each(LOCALE_CODES)('the page of a set shows the allergens of each of its parts, in %s', (locale) => {
  const html = readPage(LOCALES[locale].prefix, 'product', 'presente');
  const marked = [...html.matchAll(/<(?:strong|b)>([^<]+)<\/(?:strong|b)>/g)].map(([, word]) => word);
  expect(marked).toEqual(expect.arrayContaining(['Milch', 'Weizen', 'Soja']));
  for (const name of ['Milchcreme', 'Keks']) expect(html).toContain(name);
});

it.each(LOCALE_CODES)(
  'the page of a locked product says so in %s, without add button and delivery term',
  async (locale) => {
    const t = translator(locale);
    const html = (await (await fetch(`${shop.url}${LOCALES[locale].prefix}/product/sem-dados/`)).text()).replaceAll(
      '&#39;',
      '’',
    );
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
    expect(main).toContain(t('catalogue:stock.saleLocked'));
    expect(main).toContain(t('catalogue:product.unavailable'));
    expect(main).not.toContain(t('catalogue:product.delivery'));
    expect(main).not.toContain(t('catalogue:stock.soldOut'));
    expect(main).not.toMatch(/class="add[ "]/);
    expect(html).toContain('https://schema.org/OutOfStock');
  },
);

it.each(LOCALE_CODES)(
  'the page of a sealed product explains in %s when the right of withdrawal ends',
  async (locale) => {
    const html = await (await fetch(`${shop.url}${LOCALES[locale].prefix}/product/lacrado/`)).text();
    expect(html).toContain(translator(locale)('catalogue:withdrawal.sealed-hygiene'));
  },
);

it.runIf(isWholeMatrix)(
  'a recalled product’s page says so after the next build, and every footer links to the recall, in three languages',
  async () => {
    const danger = ['--de', 'Glas', '--pt', 'Vidro', '--en', 'Glass'];
    expect((await shopHere(['recall', 'REC-001', ...danger, '--yes'], site.env)).code).toBe(0);
    expect((await site.build()).code).toBe(0);
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
  },
);
