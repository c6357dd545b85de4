import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { headOf } from '../../support/browser/page-head.ts';
import { request } from '../../support/outside/raw-http.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { runNode, TEST_ROOT } from '../../support/shops/site.ts';
import { fieldsOf } from '../../support/shops/texts-shop.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';

const SOURCES = ['src', 'public', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs'];
const ROW = `'eo-MX': { prefix: '/mx', param: 'mx', csv: 'lat', label: 'Esperanto', wordRules: 'none' },`;

let folder: string;
let site: StockedShop;
let server: RunningShop;

// A copy of the sources with one more folder, one more row and the legal texts, which are content.
beforeAll(async () => {
  folder = mkdtempSync(path.join(TEST_ROOT, 'language-'));
  for (const name of SOURCES) cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  cpSync('locales/en-US', path.join(folder, 'locales/eo-MX'), { recursive: true });
  change(
    'src/i18n/locales.ts',
    '} as const satisfies Record<string, LocaleRow>',
    `  ${ROW}\n} as const satisfies Record<string, LocaleRow>`,
  );
  change('locales/eo-MX/common.json', '"No connection"', '"Sin conexión"');
  change('locales/eo-MX/errors.json', /("not_found": )"[^"]*"/, '$1"No existe."');
  change('locales/eo-MX/consent.json', /("banner": \{\s*"title": )"[^"]*"/, '$1"¿Galletas?"');
  change('locales/eo-MX/cart.json', /("notKept": )"[^"]*"/, '$1"Su navegador no guarda nada."');
  change('locales/eo-MX/account.json', '"label": "Your account"', '"label": "Menú de la cuenta"');
  change(
    'src/content/shop.yaml',
    /^texts:$/m,
    'texts:\n  de-DE:\n    account:menu.label: Ihr Bereich\n    common:offline.title: Kein Empfang',
  );
  for (const file of globSync('src/content/legal/*.en-US.md'))
    cpSync(file, path.join(folder, file.replace('en-US', 'eo-MX')));
  site = await stockedShop([
    { cod_catalog: 'BEB-001', product_name: 'Água de Coco', subtitle_en: 'Coconut water' },
    { cod_catalog: 'GRA-001', product_name: 'Feijão Preto' }, // for the recipe of feijoada
  ]);
  shareSlides(site.env);
  const env = {
    DIST_DIR: path.join(folder, 'dist'),
    CONTENT_DIR: path.join(folder, 'src/content'),
    ANALYTICS_ID: 'G-TEST', // so that there is a banner
  };
  const { code, stderr } = await runNode(['src/cli/build.ts'], { ...site.env, ...env }, folder);
  if (code !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  server = await site.serve(env);
}, 240_000);
afterAll(async () => {
  await site?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function change(file: string, from: string | RegExp, to: string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(place, text.replace(from, to));
}

const read = async (address: string, headers: Record<string, string> = {}) => {
  const { status, headers: answered, body } = await request(server.url, address, { headers });
  return { status, language: answered['content-language'], text: body.toString() };
};
const scripts = (name: string) =>
  globSync(`_astro/${name}.*.js`, { cwd: path.join(folder, 'dist/current/client') }).map((file) =>
    readFileSync(path.join(folder, 'dist/current/client', file), 'utf8'),
  );

describe('a language with only a folder and a row', () => {
  it.each([
    '/mx',
    '/mx/product/agua-de-coco',
    '/mx/cart',
    '/mx/impressum',
    '/mx/search/coco',
    '/mx/login',
    '/mx/withdrawal',
  ])('has the page %s', async (address) => {
    const { status, text } = await read(address);
    expect(status).toBe(200);
    expect(text).toMatch(/<html [^>]*lang="eo-MX"/);
  });

  it('has its flag in the header, and its address in the head of each other language', async () => {
    const { text } = await read('/de/contact');
    expect(text).toContain('<meta property="og:locale" content="de_DE">');
    expect(text).toMatch(/<link rel="alternate"[^>]*hreflang="eo-MX"/);
    expect(text.match(/<svg viewBox="0 0 28 20"/g)).toHaveLength(4);
  });

  it('is the language in which the API and the 404 page answer', async () => {
    expect(await read('/api/slug/nada', { 'accept-language': 'eo' })).toMatchObject({ status: 404, language: 'eo-MX' });
    expect((await read('/api/slug/nada?lang=eo-MX')).text).toContain('No existe.');
    expect((await read('/api/?lang=eo')).text).toContain('Coconut water');
    expect((await read('/mx/nada')).text).toMatch(/<html [^>]*lang="eo-MX"/);
  });

  it('shows recipes and stories in another language until they are translated', async () => {
    const recipe = (await read('/mx/recipes/feijoada')).text;
    expect(recipe).toMatch(/<html [^>]*lang="eo-MX"/);
    expect(recipe).toMatch(/<h1 lang="en-US">Feijoada/);
    expect(recipe).toContain('<span lang="en-US">black beans</span>');
    expect(recipe).toContain('"inLanguage":"en-US"');
    expect(headOf(recipe)).toMatchObject({
      canonical: expect.stringMatching(/\/en\/recipes\/feijoada$/),
      alternates: 4,
    });
    expect(recipe).not.toMatch(/rel="alternate" hreflang="eo-MX"/);
    const list = (await read('/mx/recipes')).text;
    expect(list).toMatch(/<h2 lang="en-US">Feijoada/);
    expect(headOf(list)).toMatchObject({
      canonical: expect.stringMatching(/\/mx\/recipes$/),
      alternates: LOCALE_CODES.length + 2,
    });
    expect((await read('/mx/about')).text).toMatch(/<article class="story" lang="en-US">/);
    expect((await read('/de/recipes/feijoada')).text).not.toMatch(/<h1 lang/);
    const sitemap = (await read('/sitemap.xml')).text;
    expect(sitemap).toContain('/mx/recipes<');
    expect(sitemap).toContain('/en/recipes/feijoada<');
    expect(sitemap).not.toMatch(/\/mx\/(?:recipes\/|about)/);
  });

  it('leaves out what an editor has not translated, and refuses half of it', async () => {
    const address = '/desk/texts/recipes/feijoada';
    const editor = await newStaff(site.ctx, server.url, 'eda@example.org', 'editor');
    const fields = fieldsOf((await editor.get(address)).html, 'name="published"');
    const save = (changes: Record<string, string>) => editor.post(address, { ...fields, act: 'save', ...changes });
    const refused = await save({ title_lat: 'Feijoada' });
    expect([refused.status, refused.text.includes('Method (Esperanto)')]).toEqual([400, true]);
    expect((await save({ title_en: 'Bean stew' })).location).toBe(`${address}?done=textSaved`);
    expect(
      readdirSync(path.join(folder, 'src/content/recipes')).filter((name) => name.startsWith('feijoada.')),
    ).toEqual(['feijoada.de-DE.md', 'feijoada.en-US.md', 'feijoada.pt-BR.md', 'feijoada.yaml']);
    const words = { title_lat: 'Guiso de frijoles', description_lat: 'Un guiso.', markdown_lat: '1. Hervir.' };
    const again = fieldsOf((await editor.get(address)).html, 'name="published"');
    expect((await editor.post(address, { ...again, act: 'save', ...words })).location).toBe(
      `${address}?done=textSaved`,
    );
    expect(readFileSync(path.join(folder, 'src/content/recipes/feijoada.eo-MX.md'), 'utf8')).toContain('Guiso');
  });

  it('has its own cookie banner, which differs from every other language', async () => {
    const later = scripts('*').join();
    const addresses = new Set(later.match(/\/_astro\/banner[\w.-]+\.js/g));
    expect(addresses.size).toBe(4);
    const [, own] = /\bmx:\s*[`"'](\/_astro\/banner[\w.-]+\.js)/.exec(later) ?? [];
    expect((await read(own!)).text).toContain('¿Galletas?');
  });

  it('adds the owner’s texts of shop.yaml to scripts, only in their own language', () => {
    expect(scripts('account').join()).toContain('Ihr Bereich');
    expect(readFileSync(path.join(folder, 'dist/current/client/sw.js'), 'utf8')).toContain('Kein Empfang');
  });

  it('has its texts in the scripts that are loaded later', () => {
    expect(scripts('*').join()).toContain('Su navegador no guarda nada.');
    expect(scripts('account').join()).toContain('Menú de la cuenta');
    expect(readFileSync(path.join(folder, 'dist/current/client/sw.js'), 'utf8')).toContain('Sin conexión');
  });
});
