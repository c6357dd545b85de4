/** docs/cluster/haproxy.cfg in front of three servers whose responses a test sets. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROGRAMS } from '../../cluster/programs.ts';
import { service, type Service } from '../../cluster/service.ts';
import { haproxySettings } from '../../cluster/settings-files.ts';
import { request } from '../../support/outside/raw-http.ts';
import { until } from '../../support/until.ts';

const MACHINES = [1, 2, 3] as const;
const READY = '/api/ready/';

const ok: RequestListener = (_req, res) => void res.end('ok');
const refuse: RequestListener = (_req, res) => void res.writeHead(503).end('refused');
const die: RequestListener = (req) => void req.socket.destroy();

/** Each server's response to everything except HAProxy's checks. */
let answers = [ok, ok, ok];
let areReady = [true, true, true];
let asked: string[] = [];
let front: string;
let haproxy: Service;
let folder: string;
let servers: http.Server[];

const ask = async (method: string, address: string) => (await request(front, address, { method })).status;
const allReady = () => until('all three are ready', async () => (await spread()) === 3, 20);

/** How many servers answer pages. */
async function spread(): Promise<number> {
  asked = [];
  for (let n = 0; n < 6; n++) await ask('GET', '/');
  return new Set(asked.map((line) => line[0])).size;
}

describe.skipIf(!existsSync(PROGRAMS.haproxy) || process.platform !== 'linux')('the documented HAProxy', () => {
  beforeAll(async () => {
    const network = `127.${200 + Math.floor(Math.random() * 50)}.${1 + Math.floor(Math.random() * 250)}`;
    const listeners = { visitors: `${network}.1:8080`, database: `${network}.1:5000` };
    front = `http://${listeners.visitors}`;
    servers = MACHINES.map((number) =>
      http.createServer((req, res) => {
        if (req.url === '/api/health/') return void res.end();
        if (req.url === READY) return void res.writeHead(areReady[number - 1] ? 200 : 503).end();
        asked.push(`${number} ${req.method} ${req.url}`);
        answers[number - 1]!(req, res);
      }),
    );
    for (const [at, server] of servers.entries())
      await once(server.listen(4321, `${network}.${MACHINES[at]}`), 'listening');
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-haproxy-'));
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, haproxySettings({ network, machine: 1, folder }, listeners));
    haproxy = service(PROGRAMS.haproxy, ['-db', '-f', file], path.join(folder, 'log'));
    haproxy.start();
    await until('HAProxy answers', () => ask('GET', '/').then(Boolean, () => false), 20);
  });
  beforeEach(async () => {
    answers = [ok, ok, ok];
    areReady = [true, true, true];
    await allReady();
    asked = [];
  });
  afterAll(async () => {
    await haproxy?.end('SIGKILL');
    for (const server of servers ?? []) server.close().closeAllConnections();
    if (folder) rmSync(folder, { recursive: true });
  });

  it.each(['/api/search/coco/', '/_astro/page.AbC.js'])(
    'retries %s on other servers when one refuses it',
    async (address) => {
      answers = [refuse, refuse, ok];
      for (let n = 0; n < 3; n++) expect(await ask('GET', address)).toBe(200);
      answers = [refuse, refuse, refuse];
      expect(await ask('HEAD', address)).toBe(503);
    },
  );

  it('passes on the refusal of a write or of a queued page', async () => {
    answers = [refuse, refuse, refuse];
    for (const [method, address] of [
      ['POST', '/api/orders/'],
      ['PUT', '/api/update_client/1/'],
      ['GET', '/search/'],
    ] as const)
      expect(await ask(method, address)).toBe(503);
    expect(asked).toHaveLength(3);
  });

  it('retries on another server when one dies, except for requests that may have written data', async () => {
    answers = [die, die, ok];
    for (const address of ['/', '/api/stock/', '/media/a.webp']) expect(await ask('GET', address)).toBe(200);
    asked = [];
    answers = [die, die, die];
    expect(await ask('POST', '/api/orders/')).toBe(502);
    expect(asked).toHaveLength(1);
  });

  it('sends no request to a server that is not ready, and pages to living servers when none is ready', async () => {
    areReady = [false, true, true];
    await until('two servers answer', async () => (await spread()) === 2, 20);
    for (let n = 0; n < 3; n++) await ask('POST', '/api/orders/');
    expect(asked.filter((line) => line.startsWith('1'))).toEqual([]);
    areReady = [false, false, false];
    await until('all three answer', async () => (await spread()) === 3, 20);
  });
});
