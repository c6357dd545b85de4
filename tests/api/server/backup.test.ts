import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#src/server/secret-box.ts';
import { hasAge, newAgeKey } from '../../support/outside/age.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { hammer } from '../../support/hammer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { post } from '../../support/people/post.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { shop } from '../../support/shops/site.ts';
import { newAddress } from '../../support/people/visitor.ts';

const isSqlite = process.env.TEST_ENGINE !== 'postgres';

const DESK_KEY = newKey().toString('base64');

let own: PayingShop;
let root: string;

beforeAll(async () => {
  own = await payingShop({ SHOP_EMAIL: 'shop@laden.example', MAIL_FROM: "Laden 'Süd' <shop@laden.example>" });
  const buyer = await newBuyer(own.ctx, own.server.url);
  const begun = await buyer.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 3 }]);
  await own.paypal.approve(begun.paypalOrderId);
  await buyer.capture(begun.checkoutId);
  mkdirSync(path.join(own.env.DATA_DIR!, 'media'), { recursive: true });
  writeFileSync(path.join(own.env.DATA_DIR!, 'media/abc-480.avif'), 'a picture');
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-backup-'));
});
afterAll(async () => {
  await own?.dispose();
  rmSync(root, { recursive: true, force: true });
});

const CONSENT = { choice: 'essential', version: '1' };
const newFolder = () => mkdtempSync(path.join(root, 'copies-'));
const backUp = (...args: string[]) => shopHere(['backup', ...args], own.env);
const only = (folder: string) => path.join(folder, readdirSync(folder).join('/'));

describe('a backup', () => {
  it('is a snapshot of a selling shop, is restored as a test, and names what was compared', async () => {
    const shoppers = hammer(own.server.url, ['/api/stock/', '/search/produto']);
    let isCopying = true;
    const writer = (async () => {
      while (isCopying)
        expect((await post(own.server.url, '/api/consent/', CONSENT, { 'x-forwarded-for': newAddress() })).status).toBe(
          201,
        );
    })();
    const folder = newFolder();
    // A process of its own, because the buyers of this one go on meanwhile.
    const { code, stdout, stderr } = await shop(['backup', folder, '--verify'], {
      ...own.env,
      SMTP_URL: 'smtp://shop:geheim@127.0.0.1:25',
      DESK_KEY,
    });
    isCopying = false;
    await writer;
    expect((await shoppers.stop()).failures).toEqual([]);
    expect(code, stderr).toBe(0);
    const copy = only(folder);
    expect(stdout).toContain(`Copied to ${copy}: database, pictures, content and settings`);
    expect(stdout).toContain('are the same as in the shop: orders 1, their items 1, their total 19,97');
    expect(stdout + stderr).not.toContain('geheim');
    expect(readdirSync(copy).sort()).toEqual(['content', 'copy.json', 'pictures', 'settings.env', 'shop.db']);
    expect(readFileSync(path.join(copy, 'pictures/abc-480.avif'), 'utf8')).toBe('a picture');
    expect(existsSync(path.join(copy, 'content/shop.yaml'))).toBe(true);
    const settings = parseEnv(readFileSync(path.join(copy, 'settings.env'), 'utf8'));
    expect(settings).not.toHaveProperty('DESK_KEY');
    expect(settings).toMatchObject({
      MAIL_FROM: "Laden 'Süd' <shop@laden.example>",
      SMTP_URL: 'smtp://shop:geheim@127.0.0.1:25',
    });
    const database = new Sqlite(path.join(copy, 'shop.db'), { readonly: true });
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.prepare('select count(*) from orders').pluck().get()).toBe(1);
    database.close();
  });

  it('keeps the newest backups and the failed ones', async () => {
    const folder = newFolder();
    const copy = (day: number, more = '') => `shop-2026-01-0${day}T03-00-00-000Z${more}`;
    const kept = [copy(1, '.failed'), copy(3), copy(4), 'notes'];
    for (const name of [...kept, copy(1), copy(2)]) mkdirSync(path.join(folder, name));
    expect(await backUp(folder, '--keep', '3')).toMatchObject({
      stdout: expect.stringContaining(`Removed: ${copy(1)}, ${copy(2)}.`),
    });
    const left = readdirSync(folder);
    expect(left).toEqual(expect.arrayContaining(kept));
    expect(left).toHaveLength(kept.length + 1);
  });

  it.runIf(isSqlite)(
    'gets a marked name when a row is missing, exits with status 1 and deletes no older backup',
    async () => {
      const folder = newFolder();
      await backUp(folder);
      await own.ctx.db.read
        .insertInto('categories')
        .values({ slug: 'empty', group_name: 'food', label_pt: '-', label_de: '-', label_en: '-', withdrawn_at: null })
        .execute();
      const preload = { NODE_OPTIONS: `--import=${path.resolve('tests/support/break-copies.ts')}` };
      const { code, stderr } = await shop(['backup', folder, '--verify', '--keep', '1'], { ...own.env, ...preload });
      expect(code).toBe(1);
      expect(stderr).toMatch(/The table categories has \d+ rows; the shop had \d+\./);
      expect(stderr).toContain('no older copy was removed');
      const [older, failed, ...more] = readdirSync(folder);
      expect([older, failed, more]).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z\.failed$/), []]);
    },
  );

  it('is refused into a missing folder, because a disk may not be mounted', async () => {
    const { code, stderr } = await backUp(path.join(root, 'nowhere'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not exist. Create it first.')]);
  });

  it('is stored in the data folder by default, unreadable for other users', async () => {
    expect(await backUp()).toMatchObject({ code: 0, stdout: expect.stringContaining('on the same disk as the shop') });
    const folder = path.join(own.env.DATA_DIR!, 'backups');
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('an encrypted backup', () => {
  it.runIf(hasAge)('is one file that only the secret key opens', async () => {
    const folder = newFolder();
    const key = path.join(root, 'key.txt');
    const recipient = newAgeKey(key);
    const made = await shopHere(['backup', folder, '--verify', '--encrypt-to', recipient], { ...own.env, DESK_KEY });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const file = only(folder);
    expect(file).toMatch(/\.tar\.age$/);
    expect(readFileSync(file).includes('shop@laden.example')).toBe(false);
    const decrypted = (tar: string) =>
      execFileSync('sh', ['-c', `age --decrypt --identity "$1" "$2" | tar ${tar}`, 'sh', key, file], {
        encoding: 'utf8',
      });
    expect(decrypted('-tf -')).toContain('./shop.db');
    expect(parseEnv(decrypted('-xOf - ./settings.env'))).toMatchObject({ DESK_KEY });
    expect(await backUp(folder, '--encrypt-to', 'age1wrong')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('age failed'),
    });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is refused where age is not installed', async () => {
    const folder = newFolder();
    const { code, stderr } = await shopHere(['backup', '--encrypt-to', 'age1x', folder], { ...own.env, PATH: root });
    expect([code, stderr]).toEqual([
      1,
      'The program age is not installed (Debian: apt-get install age). Nothing was done.\n',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
