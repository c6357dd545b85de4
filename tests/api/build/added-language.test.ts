import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { runNode, TEST_ROOT } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';

const SOURCES = ['src', 'public', 'locales', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs'];
const ROW = `'es-MX': { prefix: '/mx', param: 'mx', csv: 'lat', label: 'Español', wordRules: 'none' },`;

let folder: string;
let site: StockedShop;
let server: RunningShop;

// A copy of the sources with one more folder, one more row and the legal texts, which are content.
beforeAll(async () => {
  folder = mkdtempSync(path.join(TEST_ROOT, 'language-'));
  for (const name of SOURCES) cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  cpSync('locales/en-US', path.join(folder, 'locales/es-MX'), { recursive: true });
  change(
    'src/i18n/locales.ts',
    '} as const satisfies Record<string, LocaleRow>',
    `  ${ROW}\n} as const satisfies Record<string, LocaleRow>`,
  );
  change('locales/es-MX/common.json', '"No connection"', '"Sin conexión"');
  change('locales/es-MX/errors.json', /("not_found": )"[^"]*"/, '$1"No existe."');
  change('locales/es-MX/consent.json', /("banner": \{\s*"title": )"[^"]*"/, '$1"¿Galletas?"');
  change('locales/es-MX/cart.json', /("notKept": )"[^"]*"/, '$1"Su navegador no guarda nada."');
  change('locales/es-MX/account.json', '"label": "Your account"', '"label": "Menú de la cuenta"');
  change(
    'src/content/shop.yaml',
    /^texts:$/m,
    'texts:\n  de-DE:\n    account:menu.label: Ihr Bereich\n    common:offline.title: Kein Empfang',
  );
  for (const file of globSync('src/content/legal/*.en-US.md'))
    cpSync(file, path.join(folder, file.replace('en-US', 'es-MX')));
  site = await stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Água de Coco', subtitle_en: 'Coconut water' }]);
  shareSlides(site.env);
  const env = { DIST_DIR: path.join(folder, 'dist'), ANALYTICS_ID: 'G-TEST' }; // so that there is a banner
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
    expect(text).toMatch(/<html [^>]*lang="es-MX"/);
  });

  it('has its flag in the header, and its address in the head of each other language', async () => {
    const { text } = await read('/de/contact');
    expect(text).toContain('<meta property="og:locale" content="de_DE">');
    expect(text).toMatch(/<link rel="alternate"[^>]*hreflang="es-MX"/);
    expect(text.match(/<svg viewBox="0 0 28 20"/g)).toHaveLength(4);
  });

  it('is the language in which the API and the 404 page answer', async () => {
    expect(await read('/api/slug/nada', { 'accept-language': 'es' })).toMatchObject({ status: 404, language: 'es-MX' });
    expect((await read('/api/slug/nada?lang=es-MX')).text).toContain('No existe.');
    expect((await read('/api/?lang=es')).text).toContain('Coconut water');
    expect((await read('/mx/nada')).text).toMatch(/<html [^>]*lang="es-MX"/);
  });

  it('has its own cookie banner, which differs from every other language', async () => {
    const addresses = new Set(
      scripts('later')
        .join()
        .match(/\/_astro\/banner[\w.-]+\.js/g),
    );
    expect(addresses.size).toBe(4);
    const [, own] = /\bmx:\s*[`"'](\/_astro\/banner[\w.-]+\.js)/.exec(scripts('later').join()) ?? [];
    expect((await read(own!)).text).toContain('¿Galletas?');
  });

  it('adds the owner’s texts of shop.yaml to scripts, only in their own language', () => {
    expect(scripts('client-menu').join()).toContain('Ihr Bereich');
    expect(readFileSync(path.join(folder, 'dist/current/client/sw.js'), 'utf8')).toContain('Kein Empfang');
  });

  it('has its texts in the scripts that are loaded later', () => {
    expect(scripts('*').join()).toContain('Su navegador no guarda nada.');
    expect(scripts('client-menu').join()).toContain('Menú de la cuenta');
    expect(readFileSync(path.join(folder, 'dist/current/client/sw.js'), 'utf8')).toContain('Sin conexión');
  });
});
