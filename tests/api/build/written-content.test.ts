import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CURRENT } from '#src/site/site-record.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { ownSite, type OwnSite } from '../../support/own-site.ts';
import { request } from '../../support/raw-http.ts';
import { logged, type RunningShop } from '../../support/server.ts';
import { runNode } from '../../support/site.ts';
import { until } from '../../support/until.ts';

const TEXT = 'legal/withdrawal.de-DE.md';
const PAGE = '/de/withdrawal';

let site: OwnSite;
let server: RunningShop;

/** The build's own copy. */
const copy = () => path.join(site.dist, CURRENT, 'content', TEXT);
const shown = async () => (await request(server.url, PAGE)).body.toString();

beforeAll(async () => {
  site = await ownSite([{ cod_catalog: 'BEB-001' }]);
  writeFileSync(copy(), `${readFileSync(copy(), 'utf8')}\n\nNur in diesem Stand.\n`);
  server = await site.open();
}, 240_000);
afterAll(() => site?.dispose());

it('is that of the served build, whatever becomes of the files', async () => {
  expect(await shown()).toContain('Nur in diesem Stand.');
  writeFileSync(copy(), 'half writ');
  expect(await shown()).toContain('Nur in diesem Stand.');
});

it('is taken up with the next build', async () => {
  expect((await site.build()).code).toBe(0);
  await logged(server, 'serving a new build');
  expect(await shown()).not.toContain('Nur in diesem Stand.');
});

it.runIf(isWholeMatrix)('is of one moment in all pages of a build, which are made from a copy', async () => {
  const own = path.join(site.dist, 'written/legal/impressum.de-DE.md');
  const text = readFileSync('src/content/legal/impressum.de-DE.md', 'utf8');
  const building = site.build();
  // The program that makes the pages starts after the copy is complete.
  await until('the copy', () => existsSync(own) && readFileSync(own, 'utf8') === text);
  writeFileSync(own, `${text}\n\nNur in der Kopie.\n`);
  expect((await building).code).toBe(0);
  expect(readFileSync(path.join(site.dist, CURRENT, 'client/de/impressum/index.html'), 'utf8')).toContain('Nur in der Kopie.');
  expect(existsSync(own)).toBe(false);
});

it.each([
  [TEXT, 'Text ohne Kopf', `src/content/${TEXT}: has no head between two lines of ---`],
  ['shop.yaml', 'company: {}', 'src/content/shop.yaml has mistakes:'],
  [
    'legal/calendar.yaml',
    '- { duty: Ein Gesetz, valid_from: 2020-01-01, valid_to: 2026-01-31, source: A }',
    'Not valid today:\n  Ein Gesetz: was valid until 2026-01-31',
  ],
  [
    TEXT,
    '---\ntitle: A\ndescription: B\nupdated: 2026-01-01\ndraft: true\nvalid_to: 2026-01-31\n---\nText',
    `Not valid today:\n  src/content/${TEXT}: was valid until 2026-01-31`,
  ],
])('with a mistake stops the build before it begins: %s', async (file, text, message) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
  try {
    cpSync('src/content', path.join(root, 'src/content'), { recursive: true });
    writeFileSync(path.join(root, 'src/content', file), text);
    const { code, stderr } = await runNode([path.resolve('src/cli/build.ts')], { ...site.env, DIST_DIR: path.join(root, 'dist') }, root);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('a text file that is no JSON stops the build with its name and place', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-content-'));
  try {
    cpSync('src/content', path.join(root, 'src/content'), { recursive: true });
    mkdirSync(path.join(root, 'locales/de-DE'), { recursive: true });
    writeFileSync(path.join(root, 'locales/de-DE/cart.json'), '{\n  "title": "Korb",,\n}');
    const { code, stderr } = await runNode([path.resolve('src/cli/build.ts')], { ...site.env, DIST_DIR: path.join(root, 'dist') }, root);
    expect(code).toBe(2);
    expect(stderr).toMatch(/locales\/de-DE\/cart\.json: .*line 2 column 19/);
  } finally {
    rmSync(root, { recursive: true });
  }
});
