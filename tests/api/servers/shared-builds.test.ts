import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#src/settings/environment/config.ts';
import { openObjectStore, type ObjectStore } from '#src/server/gateways/object-store.ts';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import { currentBuild, hashOfBytes } from '#src/site/site-record.ts';
import { manifestName, storedName, type BuildManifest } from '#src/site/shared-builds/build-manifest.ts';
import { hasSwift, startObjectStore, type TestStore } from '../../support/outside/object-store.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { CHILD_ENV, reuseBundle, runNode, TEST_ROOT } from '../../support/shops/site.ts';
import { shareSlides } from '../../support/catalogue/stored-pictures.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { startWatcher, type Watcher } from '../../support/shops/watcher.ts';

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00' };
const PAGE = '/de/product/agua-de-coco';
const FIRST = 'first';
const SECOND = 'second';

let own: StockedShop;
let store: TestStore;
let bucket: ObjectStore;
let gate: Gate;
const folder = () => path.join(TEST_ROOT, 'servers-');
const machines = new Map<string, { env: Record<string, string>; dist: string }>();

/** A machine with folders of its own; only the database and the object store are shared. */
function addMachine(name: string, objectStoreUrl: string): void {
  mkdirSync(TEST_ROOT, { recursive: true });
  const root = mkdtempSync(folder());
  const dist = path.join(root, 'dist');
  const env = { ...own.env, DATA_DIR: path.join(root, 'data'), DIST_DIR: dist, OBJECT_STORE_URL: objectStoreUrl };
  shareSlides(env);
  machines.set(name, { env, dist });
}
const envOf = (name: string) => machines.get(name)!.env;
const buildOf = (name: string) => currentBuild(machines.get(name)!.dist);
const build = (name: string, ...args: string[]) => runNode(['src/cli/build.ts', ...args], envOf(name));
const setPrice = (real_price: string) => own.stock([{ ...COCO, real_price }]);
const priceOn = async ({ url }: RunningShop) =>
  / translate="no">(\d,\d\d)/.exec((await request(url, PAGE)).body.toString())?.[1];
const newest = async () =>
  (await own.ctx.db.read.selectFrom('builds').select('name').where('replaced_at', 'is', null).executeTakeFirst())?.name;

interface Gate {
  url: string;
  /** Until it is opened, no record of a build arrives: the upload of the files is over then. */
  close: () => { reached: Promise<void>; open: () => void };
  stop: () => void;
}

/** A proxy between the first machine and the object store. */
async function openGate(target: string): Promise<Gate> {
  const { host, origin } = new URL(target);
  let held: { reached: () => void; opened: Promise<void> } | undefined;
  const agent = new http.Agent(); // the store closes connections that wait
  const server = http.createServer((req, res) => {
    void (async () => {
      if (req.method === 'PUT' && req.url?.includes('/builds/') && held) {
        held.reached();
        await held.opened;
      }
      const onward = http.request(origin + req.url, { agent, method: req.method!, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      onward.on('error', () => res.destroy());
      req.pipe(onward);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: target.replace(host, `127.0.0.1:${port}`),
    close() {
      let open = () => {};
      const opened = new Promise<void>((resolve) => (open = resolve));
      const reached = new Promise<void>((resolve) => (held = { reached: resolve, opened }));
      return {
        reached,
        open: () => {
          held = undefined;
          open();
        },
      };
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

if (!hasSwift)
  console.log('Skipped: servers that share an object store, because Swift is not on this machine (docs/testing.md)');

// On SQLite all processes of a shop run on one machine.
describe.runIf(hasSwift && process.env.TEST_ENGINE === 'postgres')(
  'two servers that share a database and an object store',
  { retry: 0 },
  () => {
    let first: RunningShop;
    let second: RunningShop;
    let watcher: Watcher;

    beforeAll(async () => {
      [own, store] = await Promise.all([stockedShop([COCO]), startObjectStore()]);
      gate = await openGate(store.url);
      addMachine(FIRST, gate.url);
      addMachine(SECOND, store.url);
      // The code is built from the same folder, as on identical machines.
      for (const { dist } of machines.values()) reuseBundle(dist);
      bucket = openObjectStore(readConfig(envOf(SECOND)).objectStore!);
      const built = await build(FIRST);
      expect(built.stderr + built.stdout).toContain('Live after');
      first = await own.serve({ ...envOf(FIRST), LOG_LEVEL: 'warn' });
    }, 300_000);
    afterAll(async () => {
      await watcher?.stop();
      gate?.stop();
      await own?.dispose();
      await store?.stop();
      for (const { dist } of machines.values()) rmSync(path.dirname(dist), { recursive: true, force: true });
    });

    it('have the same pages after one of them built', async () => {
      const taken = await build(SECOND);
      expect(taken.stdout).toContain('The newest build of the other servers is here.');
      expect(taken.stdout).not.toContain('Live after');
      second = await own.serve({ ...envOf(SECOND), LOG_LEVEL: 'warn' });
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': coding };
        const [one, other] = await Promise.all([first, second].map(({ url }) => request(url, PAGE, { headers })));
        expect([one!.status, one!.headers.etag]).toEqual([200, other!.headers.etag]);
        expect(other!.body.length).toBeGreaterThan(500);
      }
      expect(await Promise.all([first, second].map(priceOn))).toEqual(['3,00', '3,00']);
      expect((await request(second.url, '/search/coco')).status).toBe(200);
    });

    it('show a change on both after either has built it', async () => {
      watcher = startWatcher(envOf(SECOND));
      await watcher.printed('Watching');
      await setPrice('3,10');
      await expect.poll(() => priceOn(second)).toBe('3,10');
      expect((await build(FIRST, '--if-changed')).code).toBe(0);
      await expect.poll(() => priceOn(first)).toBe('3,10');
      expect(buildOf(FIRST)).toBe(buildOf(SECOND));
      await watcher.stop();
    });

    it('both keep the old pages when the builder is killed during an upload, and the other one builds later', async () => {
      const before = await newest();
      await setPrice('3,20');
      const closed = gate.close();
      const builder = spawn(process.execPath, ['src/cli/build.ts'], {
        env: { ...process.env, ...CHILD_ENV, ...envOf(FIRST) },
        stdio: 'ignore',
      });
      await closed.reached;
      const ended = once(builder, 'exit');
      builder.kill('SIGKILL');
      await ended;
      closed.open();
      watcher = startWatcher(envOf(SECOND));
      await watcher.printed('Another server is building; waiting for it …');
      expect(await newest()).toBe(before);
      expect(await Promise.all([first, second].map(priceOn))).toEqual(['3,10', '3,10']);
      // A minute later.
      await own.ctx.db.read
        .updateTable('job_leases')
        .set({ until: '2026-01-01T00:00:00.000Z' })
        .where('name', '=', 'build')
        .execute();
      await watcher.printed('Live after');
      await expect.poll(() => priceOn(second)).toBe('3,20');
      await watcher.stop();
      expect((await build(FIRST, '--if-changed')).code).toBe(0);
      await expect.poll(() => priceOn(first)).toBe('3,20');
    });

    it('serve a script that only pages of the other server use', async () => {
      const name = '_astro/newer.AbC-_123.js';
      const script = Buffer.from('console.log("of a newer version");\n');
      await bucket.put(storedName(hashOfBytes(script), true), brotliCompressSync(script));
      const record = {
        state: '',
        sources: '',
        code: '',
        policies: [],
        files: { [name]: { hash: hashOfBytes(script) } },
      };
      await bucket.put(
        manifestName('newer'),
        Buffer.from(JSON.stringify({ record, others: {}, key: '' } satisfies BuildManifest)),
      );
      await own.ctx.db.read
        .insertInto('builds')
        .values({ version: 'newer', name: 'newer', published_at: new Date().toISOString(), replaced_at: null })
        .execute();
      await expect.poll(async () => (await request(second.url, `/${name}`)).status).toBe(200);
      const { headers, body } = await request(second.url, `/${name}`, { headers: { 'accept-encoding': 'gzip' } });
      expect([headers['content-type'], headers['cache-control'], headers['content-encoding']]).toEqual([
        'text/javascript',
        'max-age=31536000, immutable',
        'gzip',
      ]);
      expect(body.length).toBeGreaterThan(20);
      expect((await request(second.url, '/_astro/nobody.AbC-_124.js')).status).toBe(404);
    });

    it('serve a picture that was stored on the other one', async () => {
      const png = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#c00' } })
        .png()
        .toBuffer();
      own.write([COCO], { 'shelf/BEB-001.png': png });
      const imported = await runNode(['src/cli/shop.ts', 'catalogue', 'import', own.folder], {
        ...envOf(FIRST),
        OBJECT_STORE_URL: store.url,
      });
      expect(imported.code, imported.stdout + imported.stderr).toBe(0);
      const names = readdirSync(path.join(envOf(FIRST).DATA_DIR!, 'media'));
      const here = new Set(readdirSync(path.join(envOf(SECOND).DATA_DIR!, 'media')));
      const added = names.filter((name) => !here.has(name) && /\.(avif|webp)$/.test(name));
      expect(added).toHaveLength(4);
      for (const name of added) {
        const { status, body } = await request(second.url, MEDIA_PATH + name);
        expect(status).toBe(200);
        expect(body.equals(readFileSync(path.join(envOf(FIRST).DATA_DIR!, 'media', name)))).toBe(true);
      }
      expect((await request(second.url, `${MEDIA_PATH}0123456789ab.webp`)).status).toBe(404);
    });

    it('report a file as temporarily unavailable while the store does not answer', async () => {
      const down = await own.serve({
        ...envOf(SECOND),
        OBJECT_STORE_URL: 'http://k:s@127.0.0.1:9/vitrine',
        LOG_LEVEL: 'fatal',
      });
      const { status, headers } = await request(down.url, `${MEDIA_PATH}0123456789ab.webp`);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect((await request(down.url, PAGE)).status).toBe(200);
    });
  },
);
