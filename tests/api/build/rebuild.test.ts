import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CURRENT, readSite, RECORD, type SiteRecord } from '#src/site/site-record.ts';
import { isStatePageAddress } from '#src/site/serve/state-pages.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { hammer } from '../../support/hammer.ts';
import { textOf } from '../../support/texts/html.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import { served } from '../../support/shops/served.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { clientFolder } from '../../support/shops/site.ts';
import { until } from '../../support/until.ts';

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00', rank: 1 };
const MATE = { cod_catalog: 'BEB-002', product_name: 'Mate Tostado', real_price: '5,00', rank: 2 };
const COMB = {
  cod_catalog: 'CAB-001',
  product_name: 'Pente',
  category_product: 'cabelos',
  kind: 'goods',
  net_unit: 'piece',
  net_quantity: 1,
};

let site: OwnSite;
let server: RunningShop;

beforeAll(async () => {
  site = await ownSite([COCO, MATE, COMB], {}, { ownCode: isWholeMatrix });
  writeFileSync(text(), `${readFileSync(text(), 'utf8')}\n\nNur in diesem Stand.\n`);
  server = await site.open();
}, 240_000);
afterAll(() => site?.dispose());

/** Times and inodes of all pages and product feeds: untouched files keep theirs. */
function files(): Map<string, string> {
  const folder = clientFolder(site.dist);
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(\.html|feed\.xml)(\.br)?$/.test(name),
  );
  return new Map(
    pages.map((name) => {
      const { ino, mtimeMs } = statSync(path.join(folder, name));
      return [name, `${ino} ${mtimeMs}`];
    }),
  );
}

/** The copy of a legal text that belongs to the build. */
const text = () => path.join(site.dist, CURRENT, 'content/legal/withdrawal.de-DE.md');
const shownText = async () => (await request(server.url, '/de/withdrawal')).body.toString();

/** Touched whenever Astro has built scripts, server and the program that makes the pages. */
const programs = () => path.join(site.dist, 'astro/built-of');
const builds = () => readdirSync(path.join(site.dist, 'builds'));
const record = () => path.join(site.dist, CURRENT, RECORD);
const changeRecord = (change: (record: SiteRecord) => void) => {
  const content = JSON.parse(readFileSync(record(), 'utf8')) as SiteRecord;
  change(content);
  writeFileSync(record(), JSON.stringify(content));
};

it('the shop keeps serving the texts of its build when the files change or disappear', async () => {
  expect(await shownText()).toContain('Nur in diesem Stand.');
  writeFileSync(text(), 'half writ');
  expect(await shownText()).toContain('Nur in diesem Stand.');
});

it('a build publishes a new price without a failed request, and keeps pages that do not show it', async () => {
  const home = await served(server.url, '/', 'Pente');
  const asset = /\/_astro\/[\w.-]+\.js/.exec(home)?.[0] ?? '';
  const before = files();
  const built = statSync(programs()).mtimeMs;
  const shoppers = hammer(server.url, [
    '/',
    '/de/product/agua-de-coco',
    '/en/category/cabelos',
    asset,
    '/api/',
    '/search/mate',
  ]);
  await site.stock([{ ...COCO, real_price: '3,50' }, MATE, COMB]);
  const { code, stdout, stderr } = await site.build();
  expect(code, stderr).toBe(0);
  await served(server.url, '/de/product/agua-de-coco', '3,50');
  const { requests, failures } = await shoppers.stop();
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(100);

  const after = files();
  const touched = [...after].filter(([name, stamp]) => before.get(name) !== stamp).map(([name]) => name);
  const shown = ['category/bebidas', 'groups/food', 'instock', 'product/agua-de-coco', 'product/mate-tostado'];
  const changed = [...shown.map((page) => `${page}.html`), 'feed.xml'];
  const homes = ['index.html', 'de.html', 'en.html'];
  const expected = [...homes, ...['', 'de/', 'en/'].flatMap((prefix) => changed.map((file) => prefix + file))].flatMap(
    (file) => ['', '.br'].map((suffix) => file + suffix),
  );
  expect(touched.sort()).toEqual(expected.sort());
  expect(stdout).toMatch(/18 pages changed, \d+ left as they were/);
  expect(stdout).toContain('/en/product/mate-tostado');
  expect(statSync(programs()).mtimeMs).toBe(built);
});

it('the shop serves new texts after the next build', async () => {
  expect(await shownText()).not.toContain('Nur in diesem Stand.');
});

it.runIf(isWholeMatrix)('a build renders all its pages from one snapshot of the texts', async () => {
  const own = path.join(site.dist, 'written/legal/impressum.de-DE.md');
  const words = readFileSync('src/content/legal/impressum.de-DE.md', 'utf8');
  const building = site.build();
  // The program that makes the pages starts after the copy is complete.
  await until('the copy', () => existsSync(own) && readFileSync(own, 'utf8') === words);
  writeFileSync(own, `${words}\n\nNur in der Kopie.\n`);
  expect((await building).code).toBe(0);
  expect(readFileSync(path.join(site.dist, CURRENT, 'client/de/impressum.html'), 'utf8')).toContain(
    'Nur in der Kopie.',
  );
  expect(existsSync(own)).toBe(false);
  expect((await site.build()).code).toBe(0);
});

it.runIf(isWholeMatrix)(
  'one of two builds requested at once adds the new product and removes the withdrawn one',
  async () => {
    await site.stock([
      { ...COCO, real_price: '3,50' },
      { ...MATE, cod_catalog: 'BEB-003', product_name: 'Suco de Caju' },
      COMB,
    ]);
    const outcomes = await Promise.all([site.build(), site.build()]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect(outcomes.filter(({ stdout }) => stdout.includes('Another build is under way'))).toHaveLength(1);
    expect(outcomes.map(({ stdout }) => stdout).join('')).toContain(
      'gone /de/product/mate-tostado /en/product/mate-tostado /product/mate-tostado',
    );
    expect(textOf(await served(server.url, '/product/suco-de-caju', 'Suco de Caju</h1>'), 'h1')).toBe('Suco de Caju');
    expect((await request(server.url, '/product/mate-tostado')).status).toBe(404);
    expect((await request(server.url, '/sitemap.xml')).body.toString()).not.toContain('mate-tostado');
  },
);

it.runIf(isWholeMatrix)(
  'a build renders all pages again when the last one has another format or lacks packed files, as after a downgrade',
  async () => {
    changeRecord((content) =>
      Object.assign(content, { form: 99, files: { 'de.html': 'of another form' }, policies: null }),
    );
    expect(await site.build()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/pages changed, 0 left as they were/),
    });
    rmSync(path.join(clientFolder(site.dist), 'de.html.br'));
    const { code, stdout, stderr } = await site.build();
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('The last build lacks files, so all pages are made again.');
    expect(stdout).toContain('pages changed, 0 left as they were');
    expect((await request(server.url, '/de')).status).toBe(200);
  },
);

it.runIf(isWholeMatrix)(
  'a full rebuild keeps unchanged pages, and unused scripts for a week because open pages may load them',
  async () => {
    const before = files();
    const folder = path.join(clientFolder(site.dist), '_astro');
    const leftAt = new Date(Date.now() - 6 * 24 * 3600_000).toISOString();
    for (const name of ['present.js', 'old.js', 'older.js'])
      for (const suffix of ['', '.br']) writeFileSync(path.join(folder, name + suffix), 'export {}');
    changeRecord((content) => {
      content.sources = 'of another version';
      const all = content.files;
      all['_astro/present.js'] = { hash: 'present' };
      all['_astro/old.js'] = { hash: 'old', leftAt };
      all['_astro/older.js'] = { hash: 'older', leftAt: '2026-01-01T00:00:00.000Z' };
    });
    const began = new Date().toISOString();
    expect((await site.build()).stdout).toMatch(/: 0 pages changed/);
    expect(files()).toEqual(before);
    expect(builds()).toHaveLength(2);
    const { files: all } = readSite(site.dist)!;
    expect(all['_astro/old.js']?.leftAt).toBe(leftAt);
    expect(all['_astro/present.js']?.leftAt).toSatisfy((time: string) => time > began);
    const names = readdirSync(path.join(clientFolder(site.dist), '_astro'));
    expect(names).toEqual(expect.arrayContaining(['present.js.br', 'old.js.br']));
    expect(names).not.toContain('older.js');
    // Until the server switches to the new build, it knows neither file, or both while it still serves the old one.
    const status = async (name: string) => (await request(server.url, `/_astro/${name}`)).status;
    await until(
      'the new build is served',
      async () => (await status('old.js')) === 200 && (await status('older.js')) === 404,
    );
    expect((await request(server.url, '/_astro/old.js')).body.toString()).toBe('export {}');
  },
);

it('the shop serves every page with a matching security policy, whether rendered again or kept', async () => {
  const { files: all, policies } = readSite(site.dist)!;
  const pages = Object.entries(all).filter(([file]) => file.endsWith('.html') && !isStatePageAddress(`/${file}`));
  expect(pages.length).toBeGreaterThan(30);
  for (const [name, { policy }] of pages) {
    const { headers } = await request(server.url, `/${name}`, { method: 'HEAD' });
    expect(headers['content-security-policy'], name).toBe(policies[policy!]);
  }
});

it('the shop keeps the old build when a new one fails, and says why', async () => {
  const [present] = [readSite(site.dist)];
  const { db } = site.ctx;
  const morePictures = (text: string) =>
    db.read.updateTable('products').set({ more_pictures: text }).where('cod_catalog', '=', 'CAB-001').execute();
  await morePictures('{no json');
  const { code, stderr } = await site.build();
  expect(code).toBe(1);
  expect(stderr).toMatch(/JSON/);
  expect(stderr).toContain('The previous build is still served.');
  expect(readSite(site.dist)).toEqual(present);
  expect((await request(server.url, '/de/product/pente')).status).toBe(200);
  await morePictures('[]');
});

it.runIf(isWholeMatrix)(
  'a build replaces a `current` that a manual copy turned into a folder, and the server serves the new build',
  async () => {
    const current = path.join(site.dist, CURRENT);
    const folder = realpathSync(current);
    rmSync(current);
    cpSync(folder, current, { recursive: true });
    await site.stock([{ ...COCO, real_price: '4,25' }, MATE, COMB]);
    const { code, stderr } = await site.build();
    expect(code, stderr).toBe(0);
    expect(lstatSync(current).isSymbolicLink()).toBe(true);
    await served(server.url, '/de/product/agua-de-coco', '4,25');
    expect(server.process.exitCode).toBeNull();
  },
);

// Three bundles of ten seconds of processor time each; site-state.test.ts tests the need for a build.
it.runIf(isWholeMatrix)(
  'a build bundles again when bundled files are missing or were built with another key',
  async () => {
    const { code } = readSite(site.dist)!;
    rmSync(programs());
    // Neither the way a server runs nor the order in which the disk lists files makes another code: a server would give
    // way to the next.
    expect((await site.build({ PORT: '4999', HOST: '::1', LOG_LEVEL: 'error' })).stdout).toMatch(/: 0 pages changed/);
    expect(readSite(site.dist)!.code).toBe(code);
    rmSync(path.join(site.dist, 'astro/client/sw.js'));
    expect((await site.build()).stdout).toMatch(/: 0 pages changed/);
    expect((await request(server.url, '/sw.js')).status).toBe(200);
    const ASTRO_KEY = Buffer.from('0'.repeat(32)).toString('base64');
    expect((await site.build({ ASTRO_KEY })).code).toBe(0);
    expect(readSite(site.dist)!.code).not.toBe(code);
  },
  420_000, // A busy machine needs a minute for each.
);
