import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CURRENT, currentBuild, readSite, RECORD, SERVER_PROGRAM, type SiteRecord } from '#src/site/site-record.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { hammer } from '../../support/hammer.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { connect, request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';

let site: OwnSite;
let server: RunningShop;

beforeAll(async () => {
  site = await ownSite([{ cod_catalog: 'BEB-002', product_name: 'Mate Tostado' }], {}, { ownCode: isWholeMatrix });
  server = await site.preview();
}, 240_000);
afterAll(() => site?.dispose());

const codeOf = () => readSite(site.dist)!.code;
const policy = async () => (await request(server.url, '/search/mate')).headers['content-security-policy'];

/** Puts a copy of the present build live whose program is this one, or none. */
function publishProgram(code: string, program: string | undefined): void {
  const [present, name] = [path.join(site.dist, 'builds', currentBuild(site.dist)!), `of-${code}`];
  const folder = path.join(site.dist, 'builds', name);
  cpSync(present, folder, { recursive: true });
  const record = JSON.parse(readFileSync(path.join(folder, RECORD), 'utf8')) as SiteRecord;
  writeFileSync(path.join(folder, RECORD), JSON.stringify({ ...record, code }));
  mkdirSync(path.join(site.dist, 'code', code, 'server'), { recursive: true });
  if (program !== undefined) writeFileSync(path.join(site.dist, 'code', code, 'server', SERVER_PROGRAM), program);
  symlinkSync(path.join('builds', name), path.join(site.dist, 'fresh'));
  renameSync(path.join(site.dist, 'fresh'), path.join(site.dist, CURRENT));
}

/** Swaps Astro's output with a saved one, so that each code is bundled only once: ten seconds of processor time. */
function exchangeBundles(): void {
  const used = path.join(site.dist, 'astro');
  const [aside, other] = [`${used}-aside`, `${used}-other`];
  renameSync(used, aside);
  if (existsSync(other)) renameSync(other, used);
  renameSync(aside, other);
}

// Two bundles of ten seconds of processor each.
it.runIf(isWholeMatrix)('the supervisor keeps the running server after a build of the same code', async () => {
  const before = codeOf();
  await site.stock([{ cod_catalog: 'BEB-002', product_name: 'Mate Gelado' }]);
  rmSync(path.join(site.dist, 'astro'), { recursive: true }); // else its code is a copy
  expect((await site.build()).code).toBe(0);
  expect(codeOf()).toBe(before);
  await logged(server, 'serving a new build');
});

it('the supervisor starts a new server for changed code without a failed request', async () => {
  const before = codeOf();
  expect(await policy()).not.toContain('googletagmanager');
  exchangeBundles();
  const shoppers = hammer(server.url, ['/', '/search/mate', '/api/stock/']);
  expect((await site.build({ ANALYTICS_ID: 'G-TEST' })).code).toBe(0);
  expect(codeOf()).not.toBe(before);
  // A page rendered on request comes from the new code.
  await until('the next server answers', async () => Boolean((await policy())?.includes('googletagmanager')));
  await logged(server, '"why":"retire"');
  const { requests, failures } = await shoppers.stop();
  expect(failures).toEqual([]);
  expect(requests).toBeGreaterThan(100);
}, 180_000); // bundles beside the requests

it.each([
  ['breaks', "throw new Error('of another time')", 'of another time'],
  ['is missing', undefined, 'contains no built site'],
])('the supervisor keeps the previous server when the new one %s', async (what, program, why) => {
  const before = server.log().length;
  publishProgram(what.replaceAll(' ', '-'), program);
  while (!server.log().slice(before).includes('The previous server continues'))
    await once(server.process.stderr!, 'data');
  expect(server.log().slice(before)).toContain(why);
  expect((await request(server.url, '/de/')).status).toBe(200);
  expect((await request(server.url, '/de/search/mate')).status).toBe(200);
});

it('the supervisor serves a build that arrives while a new server hangs at its start', async () => {
  const before = server.log().length;
  publishProgram('hangs', 'console.log("it hangs"); await new Promise((resolve) => setTimeout(resolve, 2 ** 30));');
  while (!server.log().slice(before).includes('it hangs')) await once(server.process.stdout!, 'data');
  exchangeBundles();
  expect((await site.build()).code).toBe(0);
  await until('the next server answers', async () => !(await policy())?.includes('googletagmanager'));
  await until('the previous server retires', () => server.log().slice(before).includes('"why":"retire"'));
});

it('the supervisor keeps the server when no process can be started', async () => {
  const node = path.join(site.dist, 'node');
  linkSync(process.execPath, node);
  const other = await site.preview(node);
  rmSync(node);
  publishProgram('never-begun', '');
  while (!other.log().includes('The previous server continues')) await once(other.process.stderr!, 'data');
  expect(other.log()).toContain('ENOENT');
  expect((await request(other.url, '/de/search/mate')).status).toBe(200);
  await other.stop();
});

it('the supervisor keeps a replaced server’s code for a week, and no longer', async () => {
  const [served, code] = [codeOf(), (name: string) => path.join(site.dist, 'code', name)];
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
  utimesSync(code(served), daysAgo(30), daysAgo(30)); // put live a month ago
  for (const [name, days] of [
    ['six', 6],
    ['eight', 8],
  ] as const) {
    mkdirSync(code(name));
    utimesSync(code(name), daysAgo(days), daysAgo(days));
  }
  exchangeBundles();
  // After the second build, neither of the two builds that stay has the served code.
  for (let build = 1; build <= 2; build++) expect((await site.build({ ANALYTICS_ID: 'G-TEST' })).code).toBe(0);
  expect(codeOf()).not.toBe(served);
  expect(['six', 'eight', served, codeOf()].map((name) => existsSync(code(name)))).toEqual([true, false, true, true]);
});

it('the supervisor stops together with its parent process, and frees the port', async () => {
  server.process.kill('SIGKILL');
  while (
    await connect(server.url).then(
      (socket) => socket.destroy(),
      () => undefined,
    )
  )
    continue;
});
