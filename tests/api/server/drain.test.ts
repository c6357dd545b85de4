import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProgram } from '#src/cli/server-process.ts';
import { RETIRE } from '#src/server/process-messages.ts';
import { connect, request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { SITE_DIST } from '../../support/shops/site.ts';

// More than the buffers between server and client hold.
const BIG = 24_000_000;

let own: StockedShop;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Grande' }]);
  await own.ctx.db.read
    .updateTable('product_texts')
    .set({ info_html: 'a'.repeat(BIG) })
    .execute();
});
afterAll(() => own?.dispose());

/** A named program runs as a separate process, which exits. */
const serve = (env = {}) => own.serve({ LOG_LEVEL: 'info', ...env }, serverProgram(SITE_DIST));
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;

describe.each(['SIGTERM', 'SIGINT'] as const)('a server that is stopped by %s', (signal) => {
  it('finishes the response to a slow client, refuses new ones and exits cleanly', async () => {
    const server = await serve();
    const slow = await connect(server.url);
    slow.write(get('/api/slug/grande'));
    await once(slow, 'readable');
    const exit = once(server.process, 'exit');
    server.process.kill(signal);
    await logged(server, 'draining');
    // Ctrl+C reaches the whole group, and the parent passes its own on.
    server.process.kill(signal);
    await expect(connect(server.url)).rejects.toThrow('ECONNREFUSED');
    expect(server.process.exitCode).toBeNull();

    const answer = await text(slow);
    expect(answer.startsWith('HTTP/1.1 200 OK')).toBe(true);
    expect(answer.includes('a'.repeat(BIG))).toBe(true);
    expect(await exit).toEqual([0, null]);
  });

  it('exits cleanly even when its parent process has died', async () => {
    const server = await serve();
    const exit = once(server.process, 'exit');
    server.process.disconnect();
    expect(await exit).toEqual([0, null]);
    expect(server.log()).toContain('draining');
  });

  it('does not wait for idle keep-alive connections', async () => {
    const server = await serve();
    const kept = await connect(server.url);
    kept.write(get('/api/stock/'));
    await once(kept, 'data');
    const silent = await connect(server.url);
    const exit = once(server.process, 'exit');
    server.process.kill(signal);
    expect(await exit).toEqual([0, null]);
    kept.destroy();
    silent.destroy();
  });

  it('does not wait for a request that never ends', async () => {
    const server = await serve();
    const halfOpen = await connect(server.url);
    halfOpen.on('error', () => {}); // cut off, as it should
    halfOpen.write('GET /api/ HTTP/1.1\r\nHost: sh');
    await request(server.url, '/api/stock/'); // by now the server knows of the one before
    const exit = once(server.process, 'exit');
    server.process.kill(signal);
    expect(await exit).toEqual([0, null]);
    halfOpen.destroy();
  });
});

/** A client that reads a large response slowly, and an idle connection. */
async function readers({ url }: RunningShop): Promise<{ slow: Socket; kept: Socket }> {
  const [slow, kept] = [await connect(url), await connect(url)];
  slow.write(get('/api/slug/grande'));
  await once(slow, 'readable');
  kept.write(get('/api/stock/'));
  await once(kept, 'data');
  return { slow, kept };
}

const CLOSING = /HTTP\/1\.1 200 OK[\s\S]*connection: close/i;

describe('a stopping server', () => {
  it('answers on an open connection and closes it', async () => {
    const server = await serve();
    const { slow, kept } = await readers(server);
    const exit = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await logged(server, 'draining');
    kept.write(get('/api/stock/'));
    expect(await text(kept)).toMatch(CLOSING);
    slow.resume();
    expect(await exit).toEqual([0, null]);
  });

  it('is not ready on an open connection', async () => {
    const server = await serve();
    const { slow, kept } = await readers(server);
    const exit = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await logged(server, 'draining');
    kept.write(get('/api/ready/'));
    expect(await text(kept)).toMatch(/HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"status":"ending"/i);
    slow.resume();
    expect(await exit).toEqual([0, null]);
  });

  it('answers normally for SHUTDOWN_DELAY_S without being ready, and then refuses connections', async () => {
    const server = await serve({ SHUTDOWN_DELAY_S: '3' });
    const exit = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    await logged(server, 'not ready any more');
    server.process.kill('SIGTERM');
    const ready = await request(server.url, '/api/ready/');
    expect([ready.status, JSON.parse(String(ready.body))]).toMatchObject([
      503,
      { status: 'ending', checks: { database: 'ok' } },
    ]);
    expect(await request(server.url, '/')).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(server.log()).not.toContain('draining');
    expect(await exit).toEqual([0, null]);
    expect(server.log()).toContain('draining');
    await expect(connect(server.url)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a replaced server', () => {
  it.each([
    ['told to end meanwhile', async (server: RunningShop) => void server.process.kill('SIGTERM')],
    ['after ten seconds', () => wait(11_000)],
  ])('answers on open connections and closes them; %s, it finishes running requests and exits', async (_when, pass) => {
    const server = await serve();
    const { slow, kept } = await readers(server);
    const exit = once(server.process, 'exit');
    server.process.send(RETIRE);
    await logged(server, 'draining');
    kept.write(get('/api/stock/'));
    expect(await text(kept)).toMatch(CLOSING);
    await pass(server);
    expect((await text(slow)).includes('a'.repeat(BIG))).toBe(true);
    expect(await exit).toEqual([0, null]);
  });
});
