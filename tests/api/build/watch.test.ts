import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSite } from '#src/site/site-record.ts';
import { CHECK_INTERVAL_MS } from '#src/cli/commands/watch-command.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { childrenOf, isAlive } from '../../support/outside/child-processes.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';
import { startWatcher } from '../../support/shops/watcher.ts';

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00' };
const MATE = { cod_catalog: 'BEB-002', product_name: 'Mate Tostado' };
const PAGE = '/de/product/agua-de-coco';

let site: OwnSite;
/** `npm start`, with its watcher. */
let server: RunningShop;
let seen = 0;

beforeAll(async () => {
  site = await ownSite([COCO, MATE], {}, { isBuilt: false });
  server = await site.start();
  await printed('Watching');
}, 240_000);
afterAll(() => site?.dispose());

/** Resolves when the watcher has printed this text since the last call. */
async function printed(text: string): Promise<void> {
  await until(`printed: ${text}`, () => server.log().includes(text, seen));
  seen = server.log().indexOf(text, seen) + text.length;
}
async function served(text: string): Promise<void> {
  await until(`served: ${text}`, async () => (await request(server.url, PAGE)).body.toString().includes(text));
}
const set = (columns: { quantity_available?: number; more_pictures?: string }) =>
  site.ctx.db.read.updateTable('products').set(columns).where('cod_catalog', '=', 'BEB-001').execute();
const builds = () => server.log().split('building …').length - 1;

it('the watcher publishes an imported price on the running shop, and a burst of imports in one build', async () => {
  for (const real_price of ['3,10', '3,20', '3,30']) await site.stock([{ ...COCO, real_price }, MATE]);
  await printed('Live after');
  await served('3,30');
  // The last import may have ended after the first build began.
  expect(builds()).toBeLessThanOrEqual(2);
});

it('the watcher builds when a product sells out', async () => {
  await set({ quantity_available: 0 });
  await printed('Live after');
  await served('data-sold-out');
});

it.runIf(isWholeMatrix)('the watcher keeps a build that was made with another configuration', async () => {
  const sameData = path.join(site.dist, 'data');
  symlinkSync(site.env.DATA_DIR!, sameData);
  expect((await site.build({ DATA_DIR: sameData })).code).toBe(0);
  const [by, before] = [readSite(site.dist)!.state, builds()];
  await wait(3 * CHECK_INTERVAL_MS);
  expect(builds()).toBe(before);
  expect(readSite(site.dist)?.state).toBe(by);
});

it('the watcher continues after a failed build', async () => {
  await set({ more_pictures: '{no json', quantity_available: 5 });
  await printed('The previous build is still served.');
  expect((await request(server.url, PAGE)).body.toString()).toContain('data-sold-out');
  await set({ more_pictures: '[]', quantity_available: 0 });
  await site.stock([{ ...COCO, real_price: '3,50' }, MATE]);
  await printed('Live after');
  await served('3,50');
});

it('the watcher stops together with `npm start`, even when that is killed', async () => {
  const children = childrenOf(server.process.pid!);
  expect(children).toHaveLength(2);
  server.process.kill('SIGKILL');
  await until('server and watcher have ended', () => children.every((pid) => !isAlive(pid)));
});

it.runIf(isWholeMatrix)('the watcher stops on a signal, also in the middle of a build', async () => {
  const watcher = startWatcher({ ...site.env, DIST_DIR: site.dist });
  await watcher.printed('Watching');
  await site.stock([{ ...COCO, real_price: '3,60' }, MATE]);
  await watcher.printed('building …');
  await watcher.stop();
  expect(watcher.process.signalCode ?? watcher.process.exitCode).toBe('SIGTERM');
});
