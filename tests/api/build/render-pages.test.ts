import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderedPages, type RenderedPages } from '#src/site/build/rendered-pages.ts';
import { PAGES_FOLDER, PAGES_PROGRAM } from '#src/site/vite/pages-program.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { runNode, SITE_DIST, TEST_ROOT } from '../../support/shops/site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';

let own: StockedShop;
/** Below the project, or the program would not find its packages. */
let root: string;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001' }]);
  shareSlides(own.env);
});
beforeEach(() => {
  root = mkdtempSync(path.join(TEST_ROOT, 'pages-'));
  cpSync('src/content', path.join(root, 'src/content'), { recursive: true });
  cpSync(path.join(SITE_DIST, 'astro', PAGES_FOLDER), path.join(root, 'program'), { recursive: true });
  return () => rmSync(root, { recursive: true });
});
afterAll(() => own?.dispose());

/** Makes the pages of a shop with one product, where nothing may be asked from a network. */
async function makePages(
  share = 0,
  shares = 1,
): Promise<{ code: number | null; stderr: string; last: string | undefined }> {
  const noFetch = "data:text/javascript,globalThis.fetch = (url) => console.error('asked for ' + url);";
  const program = path.join(root, 'program', PAGES_PROGRAM);
  const args = ['--import', noFetch, program, path.join(root, 'next'), 'sources', String(share), String(shares)];
  const { code, stderr } = await runNode(args, { ...own.env, NODE_ENV: 'production' }, root);
  return { code, stderr, last: stderr.trim().split('\n').at(-1) };
}

async function expectFailureOf(page: string, why: string): Promise<void> {
  const { code, stderr, last } = await makePages();
  expect(code).toBe(1);
  expect(stderr).toContain(why);
  expect(last).toBe(`${page} could not be rendered: 500`);
  expect(stderr).not.toContain('asked for');
}

const change = (file: string, from: RegExp, to: string) => {
  const before = readFileSync(file, 'utf8');
  expect(before).toMatch(from);
  writeFileSync(file, before.replace(from, to));
};

it.runIf(isWholeMatrix)('a build renders all its pages once, also when several processes share the work', async () => {
  expect((await Promise.all([makePages(0, 2), makePages(1, 2)])).map(({ code }) => code)).toEqual([0, 0]);
  const keys = [0, 1].map((share) => {
    const made = readFileSync(path.join(root, 'next', renderedPages(share)), 'utf8');
    return Object.keys((JSON.parse(made) as RenderedPages).keys);
  });
  expect(keys[0]!.length).toBeGreaterThan(5);
  expect(Math.abs(keys[0]!.length - keys[1]!.length)).toBeLessThan(5);
  expect(keys[0]!.filter((name) => keys[1]!.includes(name))).toEqual([]);
  expect(keys.flat().filter((name) => !existsSync(path.join(root, 'next/client', name)))).toEqual([]);
  const names = ['index.html', 'de.html', 'de/instock.html', '404.html', 'de/404.html', 'robots.txt', 'sitemap.xml'];
  expect(names.filter((name) => !existsSync(path.join(root, 'next/client', name)))).toEqual([]);
});

it('a build names a page that cannot be rendered, and the reason', async () => {
  change(path.join(root, 'src/content/slides/slides.csv'), /\n[^,]+/, '\nNo Name');
  await expectFailureOf('/index.html', 'slides.csv:2 slide: is not a valid name.');
});

it.runIf(isWholeMatrix)('a build publishes no error page when the 404 page fails too', async () => {
  const chunks = path.join(root, 'program/chunks');
  const [chunk] = readdirSync(chunks).filter((name) => name.startsWith('404_'));
  change(path.join(chunks, chunk!), /createComponent\(.*=> \{/, "$& throw new Error('of this test');");
  await expectFailureOf('/404.html', 'of this test');
});

it.runIf(isWholeMatrix)('a build refuses a page with the same address as a file of public/', async () => {
  mkdirSync(path.join(root, 'next/client'), { recursive: true });
  writeFileSync(path.join(root, 'next/client/robots.txt'), 'of public/');
  const { code, last } = await makePages();
  expect(code).toBe(1);
  expect(last).toBe('/robots.txt exists already: another page, or a file of public/, has the same address');
});
