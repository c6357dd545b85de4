import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '../../support/people/accounts.ts';
import { writeCatalogue, productRow } from '../../support/catalogue/catalogue.ts';
import { shop, SITE_DIST } from '../../support/shops/site.ts';
import { startShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';

const OTHERS = 0o077;
const rights = (file: string) => (statSync(file).mode & 0o777).toString(8);
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
/** The files of a folder that other users of the machine may read or change. */
const openToOthers = (folder: string) =>
  below(folder).filter((file) => statSync(file).isFile() && statSync(file).mode & OTHERS);

let root: string;
let env: Record<string, string>;
const inData = (name: string) => path.join(env.DATA_DIR!, name);

/** As on a new machine: programs make the data folder, and run with the rights that most shells give. */
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-own-'));
  env = {
    DATA_DIR: path.join(root, 'srv/data'),
    SITE_URL: 'http://localhost:4321',
    DATABASE_URL: '',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const catalogue = path.join(root, 'catalogue');
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><rect width="900" height="900"/></svg>';
  writeCatalogue(catalogue, [productRow({ cod_catalog: 'BEB-001' })], { 'shelf/BEB-001.svg': picture });
  const before = process.umask(0o022);
  const imported = await shop(['catalogue', 'import', catalogue], env);
  expect(imported.code, imported.stderr).toBe(0);
  const server = await startShop(env);
  await signUp(server.url);
  await until('the welcome mail', () => below(env.DATA_DIR!).some((file) => file.endsWith('.eml')));
  const { code, stderr } = await shop(['backup'], env);
  expect(code, stderr).toBe(0);
  expect(openToOthers(env.DATA_DIR!).filter((file) => !file.startsWith(inData('media/')))).toEqual([]);
  await server.stop();
  process.umask(before);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('only their owner can read database, backup, mails and the emulator’s file', () => {
  const files = below(env.DATA_DIR!).map((file) => path.relative(env.DATA_DIR!, file));
  for (const name of ['shop.db', 'limits.db', 'paypal-emulator/emulator.db']) expect(files).toContain(name);
  expect(files).toContainEqual(expect.stringMatching(/^backups\/shop-[^/]+\/settings\.env$/));
  for (const name of ['mail', 'paypal-emulator', 'backups']) expect(rights(inData(name)), name).toBe('700');
});

it('a front server reads pictures, and cannot list what lies beside them', () => {
  for (const folder of [env.DATA_DIR!, path.dirname(env.DATA_DIR!)]) expect(rights(folder), folder).toBe('711');
  expect(rights(inData('media'))).toBe('755');
  // A photo may say where it was taken, so only encoded pictures are read by others.
  expect(rights(inData('media/originals'))).toBe('700');
  for (const original of below(inData('media/originals'))) expect(rights(original), original).toBe('600');
  const pictures = below(inData('media')).filter((name) => !name.includes('originals'));
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(rights(picture), picture).toBe('644');
});

it('a front server reads pages, and other users cannot read the server’s code', () => {
  const client = path.join(SITE_DIST, 'current/client');
  for (const file of [client, ...below(client)])
    expect(rights(file), file).toBe(statSync(file).isDirectory() ? '755' : '644');
  for (const folder of [
    path.join(SITE_DIST, 'astro'),
    ...readdirSync(path.join(SITE_DIST, 'code')).map((name) => path.join(SITE_DIST, 'code', name)),
  ])
    expect(rights(folder), folder).toBe('700');
});

it('a world-readable database of an older version is closed by the next program', async () => {
  for (const name of ['shop.db', 'limits.db']) chmodSync(inData(name), 0o644);
  mkdirSync(inData('mail'), { recursive: true });
  chmodSync(inData('mail'), 0o755);
  const server = await startShop(env);
  await signUp(server.url);
  await until('the mails', () => rights(inData('mail')) === '700');
  await server.stop();
  expect(['shop.db', 'limits.db'].map((name) => rights(inData(name)))).toEqual(['600', '600']);
});
