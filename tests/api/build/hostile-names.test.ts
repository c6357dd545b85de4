import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slugify } from '#src/features/catalogue/slug.ts';
import { decodeEntities, textOf } from '../../support/html.ts';
import { readRealProducts } from '../../support/openfoodfacts.ts';
import { productByCode } from '../../support/rows.ts';
import { clientFolder, reuseBundle, runNode, TEST_ROOT } from '../../support/site.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { shareSlides } from '../../support/stored-pictures.ts';

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

let own: StockedShop;
let dist: string;

beforeAll(async () => {
  own = await stockedShop(
    NAMES.map((product_name, index) => ({ cod_catalog: `NAM-${index}`, product_name, subtitle_pt: product_name.slice(0, 120) })),
    { 'shelf/NAM-0.pt-BR.md': 'Texto só em português' },
  );
  // In the project, or the built server would not find its packages.
  dist = mkdtempSync(path.join(TEST_ROOT, 'dist-'));
  shareSlides(own.env);
  reuseBundle(dist);
  const { code, stdout, stderr } = await runNode(['src/cli/build.ts'], { ...own.env, DIST_DIR: dist });
  if (code !== 0) throw new Error(`The site could not be built:\n${stdout}${stderr}`);
}, 240_000);
afterAll(async () => {
  await own?.dispose();
  rmSync(dist, { recursive: true, force: true });
});

const readPage = (...parts: string[]) => readFileSync(path.join(clientFolder(dist), ...parts, 'index.html'), 'utf8');
/** Elements that only a name could have brought; inside an attribute's quotes they are text. */
const injected = (html: string) => html.replace(/="[^"]*"/g, '=""').match(/<script>alert|<img src=x|<b>d'água/g) ?? [];
const shortened = (name: string) => name.slice(0, 40);

describe.each(NAMES.map((name, index) => [shortened(name), index] as const))('the page of a product named %s', (_name, index) => {
  const name = NAMES[index] ?? '';
  const pageOf = async (prefix: string) => readPage(prefix, 'product', (await productByCode(own.ctx, `NAM-${index}`)).slug);

  it.each(['', 'de', 'en'])('has the name as its heading and in its title (language "%s")', async (prefix) => {
    const html = await pageOf(prefix);
    expect(textOf(html, 'h1')).toBe(name);
    expect(textOf(html, 'title')).toContain(name);
  });

  it('has it in the link preview, and nowhere as markup', async () => {
    const html = await pageOf('');
    const preview = /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(decodeEntities(preview)).toContain(name);
    expect(injected(html)).toEqual([]);
  });

  it('has structured data that can be read', async () => {
    const blocks = [...(await pageOf('')).matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, json = '']) => json,
    );
    for (const json of blocks) expect(() => JSON.parse(json) as unknown).not.toThrow();
  });
});

it('texts that a language lacks are shown in another, and say in which', async () => {
  const { slug } = await productByCode(own.ctx, 'NAM-0');
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

describe('lists', () => {
  it('link every such product by its address, without its markup', () => {
    const html = readPage('category', 'bebidas');
    for (const name of NAMES.filter((candidate) => slugify(candidate))) expect(html).toContain(`/product/${slugify(name)}"`);
    expect(injected(html)).toEqual([]);
  });
});
