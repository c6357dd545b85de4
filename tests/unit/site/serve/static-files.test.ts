import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveSite } from '#src/site/serve/live-site.ts';
import { createStaticFiles } from '#src/site/serve/static-files.ts';

let folder: string;
let server: http.Server;
const warn = vi.fn();

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-static-'));
});
afterEach(() => {
  warn.mockReset();
  server.close();
  rmSync(folder, { recursive: true });
});

/** A site whose present build has one page, in this file. */
const build = (name: string): LiveSite['build'] => ({
  name,
  find: (address) =>
    address === '/page'
      ? { path: path.join(folder, `${name}.html`), tag: name, packed: false, cacheControl: 'no-cache' }
      : undefined,
  pageOf: () => undefined,
  statePage: () => undefined,
});

async function serve(
  site: Pick<LiveSite, 'build' | 'loadCurrentBuild'>,
): Promise<(address: string, headers?: Record<string, string>) => Promise<Response>> {
  const files = createStaticFiles(site, folder, { warn }, async () => undefined);
  server = http.createServer((req, res) => {
    files.serve(req, res, req.url ?? '', { page: [], other: [] }).then(
      (found) => found || res.writeHead(404).end(),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return (address, headers = {}) => fetch(`http://127.0.0.1:${port}${address}`, { headers });
}

describe('static files', () => {
  it('come from the new build when the old one has been deleted', async () => {
    writeFileSync(path.join(folder, 'new.html'), 'new');
    let present = build('old');
    const get = await serve({
      get build() {
        return present;
      },
      loadCurrentBuild: () => {
        present = build('new');
      },
    });
    expect(await (await get('/page')).text()).toBe('new');
  });

  it('are an error when they are missing and there is no newer build', async () => {
    const get = await serve({ build: build('old'), loadCurrentBuild: () => {} });
    expect((await get('/page')).status).toBe(500);
    expect((await get('/other')).status).toBe(404);
  });

  it.each([
    ['was deleted, as after a new build', 'gone.html', 0],
    ['cannot be read', '.', 1],
  ])('are sent whole for a dictionary page whose file %s', async (_, file, warnings) => {
    writeFileSync(path.join(folder, 'page.html'), 'page');
    const page = { ...build('page').find('/page')!, policy: "default-src 'self'" };
    const named = { ...page, tag: 'named', path: path.join(folder, file) };
    const get = await serve({
      build: { ...build('page'), find: () => page, pageOf: () => named },
      loadCurrentBuild: () => {},
    });
    const answer = await get('/page', {
      'accept-encoding': 'dcz',
      'available-dictionary': `:${hash('sha256', 'named', 'base64')}:`,
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'page']);
    expect(warn).toHaveBeenCalledTimes(warnings);
  });

  it.each([
    ['W/"page"', 304],
    ['W/"other", W/"page"', 304],
    ['W/"other"', 200],
  ])('answer a browser with %s with %i', async (tags, status) => {
    writeFileSync(path.join(folder, 'page.html'), 'page');
    const get = await serve({ build: build('page'), loadCurrentBuild: () => {} });
    expect((await get('/page', { 'if-none-match': tags })).status).toBe(status);
  });
});
