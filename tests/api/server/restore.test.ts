import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeContext } from '#src/server/context.ts';
import { hasAge, newAgeKey } from '../../support/outside/age.ts';
import { newBuyer, type Buyer, type Purchases } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { createDatabase } from '../../support/outside/postgres.ts';
import { startShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const isSqlite = process.env.TEST_ENGINE !== 'postgres';

let own: PayingShop;
let ana: Buyer;
/** A folder for the copies and the content. */
let project: string;
let copy: string;
let lost: string;

const inProject = (name: string) => path.join(project, name);
const inData = (name: string) => path.join(own.env.DATA_DIR!, name);
const read = (file: string) => readFileSync(file, 'utf8');
const run = (args: string[], more: Record<string, string> = {}) =>
  shopHere(args, { ...own.env, CONTENT_DIR: inProject('src/content'), ...more });
const restore = (place: string, ...args: string[]) => run(['restore', place, ...args], target);
let target: Record<string, string> = {};

async function buy(): Promise<string> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

async function copyTo(folder: string, ...args: string[]): Promise<string> {
  mkdirSync(inProject(folder));
  const { code, stderr } = await run(['backup', inProject(folder), ...args]);
  expect(code, stderr).toBe(0);
  return path.join(project, folder, readdirSync(inProject(folder))[0]!);
}

function write(text: string): void {
  for (const file of [
    inProject('src/content/shop.yaml'),
    inData('media/abc-480.avif'),
    inData('media/originals/abc.jpg'),
  ]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  project = mkdtempSync(path.join(os.tmpdir(), 'vitrine-restore-'));
  for (const folder of ['catalogue', 'legal', 'search', 'slides']) {
    mkdirSync(inProject(`src/content/${folder}`), { recursive: true });
    writeFileSync(inProject(`src/content/${folder}/README.md`), '');
  }
  own = await payingShop();
  ana = await newBuyer(own.ctx, own.server.url);
  await buy();
  write('of the copy');
  copy = await copyTo('copies');
  lost = await buy();
  write('written later');
});
afterAll(async () => {
  await own?.dispose();
  rmSync(project, { recursive: true, force: true });
});

const orders = (file: string) => {
  const database = new Sqlite(file, { readonly: true });
  const count = database.prepare('select count(*) from orders').pluck().get();
  database.close();
  return count;
};

describe('a restore', () => {
  it(`is refused ${isSqlite ? 'while a server of the shop runs' : 'where the database holds data'}, and changes nothing`, async () => {
    const { code, stderr } = await restore(copy, '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain(
      isSqlite ? 'a server, a watcher or a command. Nothing was done. Stop it first.' : 'Name an empty database',
    );
    expect(read(inData('media/abc-480.avif'))).toBe('written later');
    expect(readdirSync(own.env.DATA_DIR!).filter((name) => /restore/.test(name))).toEqual([]);
  });

  it('is refused when the settings lack the shop’s address, and names the missing lines', async () => {
    for (const nothing of ['CONTENT_DIR', 'DATA_DIR']) {
      const { code, stderr } = await run(['restore', copy, '--yes'], { [nothing]: '' });
      expect(code).toBe(1);
      expect(stderr).toContain(`\n  DATA_DIR=${own.env.DATA_DIR}\n  CONTENT_DIR=${inProject('src/content')}\n`);
    }
    const { stderr } = await run(['restore', copy, '--yes'], { CONTENT_DIR: '', DATA_DIR: '/opt/vitrine/.data' });
    expect(stderr, 'a place that is set').toContain('\n  DATA_DIR=/opt/vitrine/.data\n');
    expect(read(inData('media/abc-480.avif'))).toBe('written later');
  });

  it('restores database, pictures and content, keeps the previous data, and lists payments that the copy lacks', async () => {
    await own.server.stop();
    await closeContext(own.ctx);
    if (!isSqlite) target = { DATABASE_URL: await createDatabase(inject('clusterUrl'), `restored_${process.pid}`) };
    // A killed restore may leave these files.
    renameSync(inData('media'), inData('before-restore-killed'));
    mkdirSync(inData('media.restored'));
    for (const half of ['media.restored/half.avif', ...(isSqlite ? ['shop.db.restored'] : [])])
      writeFileSync(inData(half), 'half');
    expect(await restore(copy)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Write --yes to continue without'),
    });
    const { code, stdout, stderr } = await restore(copy, '--yes');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('Restored: the database, the pictures, the content.');
    expect(stdout).toMatch(/^Payments that PayPal knows and the copy does not:\n.*9,99.*Test Buyer/m);
    for (const file of [inProject('src/content/shop.yaml'), inData('media/abc-480.avif')]) {
      expect(read(file)).toBe('of the copy');
      expect((statSync(file).mode & 0o777).toString(8)).toBe('644');
    }
    expect(readdirSync(inData('media'))).toEqual(['abc-480.avif', 'originals']);
    // A photo may say where it was taken, so only the shop reads it.
    expect((statSync(inData('media/originals/abc.jpg')).mode & 0o777).toString(8)).toBe('600');
    const previous = inData(readdirSync(own.env.DATA_DIR!).find((name) => name.startsWith('before-restore-2'))!);
    expect(read(path.join(previous, 'content/shop.yaml'))).toBe('written later');
    expect(read(path.join(previous, 'settings.env'))).toContain('PAYPAL_API_BASE=');
    if (isSqlite) expect([orders(path.join(previous, 'shop.db')), orders(inData('shop.db'))]).toEqual([2, 1]);
    const server = await startShop({ ...own.env, ...target });
    const { body } = await ana.at(server.url).get<Purchases>(`/api/previous-purchases/${ana.clientId}/`);
    await server.stop();
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(lost);
  });

  it.runIf(isSqlite && hasAge)('opens an encrypted backup only with its key', async () => {
    const key = inProject('key.txt');
    const encrypted = await copyTo('encrypted', '--encrypt-to', newAgeKey(key));
    expect((await restore(encrypted, '--yes')).stderr).toContain('Name the file with the secret key: --identity');
    expect((await restore(encrypted, '--yes', '--identity', inProject('none.txt'))).stderr).toContain('age failed');
    write('written later');
    const { code, stdout, stderr } = await restore(encrypted, '--yes', '--identity', key);
    expect(code, stderr).toBe(0);
    expect(read(inProject('src/content/shop.yaml'))).toBe('of the copy');
    const [, previous = ''] = /before is in (\S+),/.exec(stdout) ?? [];
    expect(read(path.join(previous, 'media/abc-480.avif'))).toBe('written later');
  });

  it('refuses an incomplete backup with the reason', async () => {
    const broken = inProject('broken');
    cpSync(copy, broken, { recursive: true });
    writeFileSync(path.join(broken, 'content/shop.yaml'), 'changed');
    rmSync(path.join(broken, 'pictures/abc-480.avif'));
    const database = new Sqlite(path.join(broken, 'shop.db'));
    database.exec("update checkouts set email = 'other@kunde.example'");
    database.close();
    const { code, stderr } = await restore(broken, '--yes');
    expect(code).toBe(1);
    for (const problem of [
      'The table checkouts has other values than the shop had.',
      'The file content/shop.yaml has another content',
      'The file pictures/abc-480.avif is missing.',
      'Nothing was done.',
    ])
      expect(stderr).toContain(problem);
    for (const none of [project, inProject('none')]) expect((await restore(none, '--yes')).code).toBe(1);
    expect(existsSync(inData('shop.db.restored'))).toBe(false);
  });

  it('refuses a backup with a symbolic link, because it may lead to any file', async () => {
    const linked = inProject('linked');
    cpSync(copy, linked, { recursive: true });
    symlinkSync(inProject('src'), path.join(linked, 'content/link'));
    expect(await restore(linked, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('content/link is a link.'),
    });
  });
});
