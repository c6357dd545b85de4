import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLease, type Lease } from '#src/server/db/lease.ts';
import type { ObjectStore } from '#src/server/gateways/object-store.ts';
import { folderOfPictures } from '#src/server/picture-store.ts';
import {
  contentsOf,
  describeBuild,
  manifestName,
  storedName,
  type BuildManifest,
} from '#src/site/shared-builds/build-manifest.ts';
import { hashOfBytes } from '#src/site/site-record.ts';
import { clearStore, sendBuild } from '#src/site/shared-builds/send-build.ts';
import { takeNewest } from '#src/site/shared-builds/take-build.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

const DAY = 86_400_000;

let own: FreshShop;
let folder: string;
/** Names in the order in which they arrived, with the time. */
const stored = new Map<string, { bytes: Buffer; changedAt: Date }>();
const store: ObjectStore = {
  has: async (name) => stored.has(name),
  get: async (name) => stored.get(name)?.bytes,
  put: async (name, bytes) => void stored.set(name, { bytes: Buffer.from(bytes), changedAt: own.ctx.now() }),
  list: async (prefix) =>
    [...stored].filter(([name]) => name.startsWith(prefix)).map(([name, { changedAt }]) => ({ name, changedAt })),
  remove: async (name) => void stored.delete(name),
};

beforeAll(async () => {
  own = await freshShop();
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-manifest-'));
});
afterAll(async () => {
  await own?.dispose();
  rmSync(folder, { recursive: true });
});

/** A build with one page, one font and a server. */
async function send(
  version: string,
  name: string,
  page: string,
  lease?: Lease,
): Promise<{ isSent: boolean; names: string[] }> {
  const build = path.join(folder, name);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(build, file)), { recursive: true });
    writeFileSync(path.join(build, file), text);
  };
  write('client/index.html', page);
  write('client/index.html.br', `packed ${page}`);
  write('client/font.woff2', 'a font');
  write('server/main.mjs', `code of ${version}`);
  write('content/shop.yaml', 'name: Vitrine');
  const files = Object.fromEntries(
    [['index.html', page] as const, ['font.woff2', 'a font'] as const].map(([file, text]) => [
      file,
      { hash: hashOfBytes(Buffer.from(text)) },
    ]),
  );
  const record = { state: page, sources: '', code: version, policies: [], files };
  const manifest = await describeBuild(build, record, 'key');
  let isSent = false;
  const act = async (held: Lease) => {
    isSent = await sendBuild(own.ctx, store, manifest, {
      folder: build,
      version,
      name,
      lease: lease ?? held,
      asksStore: false,
    });
  };
  await withLease(own.ctx, 'build', act);
  return { isSent, names: [...contentsOf(manifest).keys()] };
}

const newest = () => own.ctx.db.read.selectFrom('builds').select(['version', 'name']).orderBy('version').execute();
const atTime = (ms: number) => ({ ...own.ctx, now: () => new Date(own.ctx.now().getTime() + ms) });

it('a build uploads its manifest last, and later only new files', async () => {
  const { isSent, names } = await send('one', 'b1', 'first');
  expect(isSent).toBe(true);
  const sent = [...stored.keys()];
  expect(sent.pop()).toBe(manifestName('b1'));
  expect(sent.sort()).toEqual(names.sort()); // files are sent side by side, in no order
  expect(names).toContain(storedName(hashOfBytes(Buffer.from('first')), true));
  const before = stored.size;
  await send('one', 'b2', 'second');
  expect([...stored.keys()].slice(before)).toEqual([
    storedName(hashOfBytes(Buffer.from('second')), true),
    manifestName('b2'),
  ]);
  expect(await newest()).toEqual([{ version: 'one', name: 'b2' }]);
});

it('a builder without its lease does not change the newest build', async () => {
  const lost: Lease = { isHeld: async () => false };
  expect((await send('one', 'b3', 'third', lost)).isSent).toBe(false);
  expect(await newest()).toEqual([{ version: 'one', name: 'b2' }]);
});

it('two versions each have a newest build, and unused files are deleted after a day', async () => {
  const { names } = await send('two', 'c1', 'of the next version');
  expect(await newest()).toEqual([
    { version: 'one', name: 'b2' },
    { version: 'two', name: 'c1' },
  ]);
  const all = [...stored.keys()];
  await clearStore(own.ctx, store);
  expect([...stored.keys()]).toEqual(all); // an upload may be under way
  await clearStore(atTime(2 * DAY), store);
  const gone = all.filter((name) => !stored.has(name));
  const [first, third] = ['first', 'third'].map((text) => storedName(hashOfBytes(Buffer.from(text)), true));
  expect(gone.sort()).toEqual([first, third, manifestName('b1'), manifestName('b3')].sort());
  for (const name of names) expect(stored.has(name)).toBe(true);
});

it('a version replaced a week ago is deleted with the next build', async () => {
  await own.ctx.db.read
    .updateTable('builds')
    .set({ replaced_at: new Date(own.ctx.now().getTime() - 8 * DAY).toISOString() })
    .where('version', '=', 'one')
    .execute();
  await send('two', 'c2', 'of the next version, again');
  expect(await newest()).toEqual([{ version: 'two', name: 'c2' }]);
});

/** A server that takes builds of the version "two" into a folder of its own. */
function takerOf(name: string) {
  const distDir = path.join(folder, name, 'dist');
  mkdirSync(distDir, { recursive: true });
  const ctx = { ...own.ctx, config: { ...own.ctx.config, distDir } };
  return { distDir, take: () => takeNewest(ctx, store, 'two') };
}

/** Changes the newest build's record in the store, and if asked to also its digest in the database. */
async function forge(
  change: (manifest: BuildManifest) => void,
  { isPublished }: { isPublished: boolean },
): Promise<void> {
  const place = manifestName('c2');
  const manifest = JSON.parse(stored.get(place)!.bytes.toString()) as BuildManifest;
  change(manifest);
  const bytes = Buffer.from(JSON.stringify(manifest));
  await store.put(place, bytes);
  if (isPublished)
    await own.ctx.db.read
      .updateTable('builds')
      .set({ sha256: hash('sha256', bytes, 'hex') })
      .where('name', '=', 'c2')
      .execute();
}

describe('a tampered manifest in the bucket', () => {
  it('is refused before anything is written', async () => {
    const { distDir, take } = takerOf('changed');
    const program = hashOfBytes(Buffer.from('code of a stranger'));
    await store.put(storedName(program, false), Buffer.from('code of a stranger'));
    await forge(({ others }) => void (others['server/main.mjs'] = program), { isPublished: false });
    await expect(take()).rejects.toThrow('is not the build that was published');
    expect(readdirSync(distDir)).toEqual([]);
  });

  it.each<[string, (manifest: BuildManifest, digest: string) => void]>([
    ['a file', ({ record }, digest) => void (record.files['../../../escaped.woff2'] = { hash: digest })],
    ['code', ({ others }, digest) => void (others['../../../escaped.woff2'] = digest)],
    ['the folder of the code', ({ record }) => void (record.code = '../../../escaped.woff2')],
  ])('keeps every name of %s inside its folder', async (_, change) => {
    const { distDir, take } = takerOf('escaped');
    await forge((manifest) => change(manifest, hashOfBytes(Buffer.from('a font'))), { isPublished: true });
    await expect(take()).rejects.toThrow('leads out of its folder');
    expect(readdirSync(distDir)).toEqual([]);
    expect(existsSync(path.join(folder, 'escaped.woff2'))).toBe(false);
  });

  it('is not accepted while the database does not know its digest', async () => {
    await own.ctx.db.read.updateTable('builds').set({ sha256: null }).where('name', '=', 'c2').execute();
    expect(await takerOf('unknown').take()).toBe(false);
  });
});

it('a picture with a path outside of the folder is not stored', async () => {
  const media = folderOfPictures(path.join(folder, 'media'));
  await expect(media.put('../escaped.avif', Buffer.from('x'))).rejects.toThrow('leads out of its folder');
  expect(existsSync(path.join(folder, 'escaped.avif'))).toBe(false);
});
