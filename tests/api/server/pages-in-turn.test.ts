import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

let own: StockedShop;
let server: RunningShop;
beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'A-1', product_name: 'Abacaxi' }]);
  server = await own.serve({ RATE_LIMIT_PER_MINUTE: '100000', TRUST_PROXY: '1' });
});
afterAll(() => own?.dispose());

interface Asking {
  socket: Socket;
  text: () => string;
}

const statusOf = ({ text }: Asking) => Number(/^HTTP\/1\.1 (\d+)/.exec(text())?.[1] ?? 0);

async function open(): Promise<Asking> {
  const socket = await connect(server.url);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  return { socket, text: () => text };
}

/** Sends a request on a connection for each of these clients behind the front server, at the same moment. */
async function askAtOnce(addresses: string[], path: string): Promise<Asking[]> {
  const all = await Promise.all(addresses.map(open));
  server.process.kill('SIGSTOP'); // or it would answer the first before the last has asked
  for (const [at, { socket }] of all.entries())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${addresses[at]}\r\n\r\n`);
  await until('all have asked', () => all.every(({ socket }) => socket.writableLength === 0));
  server.process.kill('SIGCONT');
  return all;
}

/** This many requests of one client. */
const times = (count: number, address: string) => Array.from({ length: count }, () => address);
/** This many requests, each of another client. */
const clients = (count: number) => Array.from({ length: count }, (_, at) => `10.1.${at >> 8}.${at & 255}`);

const get = (path: string, address: string) => request(server.url, path, { headers: { 'x-forwarded-for': address } });

describe('many simultaneously rendered pages', () => {
  it.each(['/withdrawal', '/login', '/de/search/x'])('are answered: %s', async (path) => {
    const all = await askAtOnce(clients(64), path);
    await until('all are answered', () => all.every(statusOf));
    expect(new Set(all.map(statusOf))).toEqual(new Set([200]));
    for (const { socket } of all) socket.destroy();
  });

  it('let the health check pass, and are refused to a client with too many but not to others', async () => {
    const all = await askAtOnce([...times(300, '10.0.0.2'), '10.0.0.3'], '/de/withdrawal');
    expect((await get('/api/health/', '10.0.0.3')).status).toBe(200);
    await until('all are answered', () => all.every(statusOf));
    const refused = all.filter((asking) => statusOf(asking) === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(all.filter((asking) => statusOf(asking) === 200)).toHaveLength(all.length - refused.length);
    expect(statusOf(all.at(-1)!)).toBe(200);
    for (const { text } of refused) expect(text()).toMatch(/^retry-after: 5$/im);
    await until('a refusal has come whole', () => refused[0]!.text().includes('</html>'));
    expect(refused[0]!.text()).toContain('<html lang="de-DE"');
    for (const { socket } of all) socket.destroy();
  });

  it('are scheduled fairly: a client with one request overtakes a client with many', async () => {
    const answered: string[] = [];
    const addresses = [...times(20, '10.0.0.4'), '10.0.0.5'];
    const all = await Promise.all(addresses.map(open));
    // The server accepts one connection at a time and serves others meanwhile, so it must have accepted all of them.
    for (const { socket } of all) socket.write('GET /api/health/ HTTP/1.1\r\nHost: shop\r\n\r\n');
    await until('all connections are accepted', () => all.every(statusOf));
    for (const [at, { socket }] of all.entries()) socket.once('data', () => answered.push(addresses[at]!));
    // Now the server reads all requests before it answers the first one.
    server.process.kill('SIGSTOP');
    for (const [at, { socket }] of all.entries())
      socket.write(`GET /de/withdrawal HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${addresses[at]}\r\n\r\n`);
    server.process.kill('SIGCONT');
    await until('all are answered', () => answered.length === all.length);
    expect(answered.indexOf('10.0.0.5')).toBeLessThan(10);
    for (const { socket } of all) socket.destroy();
  });

  it('are scheduled fairly among clients with new connections, too', async () => {
    const answered: string[] = [];
    const addresses = [...times(150, '10.0.0.6'), '10.0.0.7'];
    // While the server is stopped, the kernel keeps the connections in the order in which they came.
    server.process.kill('SIGSTOP');
    const sockets: Socket[] = [];
    for (const [at, address] of addresses.entries()) {
      const socket = await connect(server.url);
      socket.on('data', () => undefined);
      socket.once('data', (chunk) => answered.push(`${address} ${String(chunk).slice(9, 12)}`));
      socket.write(`GET /de/withdrawal?n=${at} HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      sockets.push(socket);
    }
    server.process.kill('SIGCONT');
    await until('all are answered', () => answered.length === addresses.length);
    const pagesBefore = answered.slice(0, answered.indexOf('10.0.0.7 200')).filter((answer) => answer.endsWith('200'));
    expect(answered).toContain('10.0.0.7 200');
    expect(pagesBefore.length).toBeLessThan(20);
    for (const socket of sockets) socket.destroy();
  });

  it('leave the queue when their clients disconnect while they wait for one another', async () => {
    const sockets = await Promise.all(Array.from({ length: 256 }, () => connect(server.url)));
    let asked = 0;
    let answered = 0;
    const ask = (socket: Socket) =>
      socket.write(
        `GET /search/w${asked++ % 60}/ HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 10.2.0.${asked % 250}\r\n\r\n`,
      );
    for (const socket of sockets) {
      socket.on('error', () => undefined); // the server may still write to a socket that the test destroyed
      socket.on('data', (chunk) => {
        if (!String(chunk).includes('HTTP/1.1 200')) return;
        answered++;
        ask(socket);
      });
      ask(socket);
    }
    await until('many are answered', () => answered > 400);
    for (const socket of sockets) socket.destroy();
    expect((await get('/search/outra/', '10.0.0.5')).status).toBe(200);
  });

  describe('do not wait for incomplete forms', () => {
    const body = 'x'.repeat(64 * 1024);
    const chunked = `Transfer-Encoding: chunked\r\n\r\n10000\r\n${body}`;
    it.each([
      ['a form without its last byte', '/withdrawal', `Content-Length: ${body.length}\r\n\r\n${body.slice(1)}`],
      ['64 KiB in chunks', '/de/withdrawal', chunked],
      ['64 KiB for the desk in chunks', '/desk/sign-in', chunked],
      ['64 KiB of a larger form for the desk', '/desk/sign-in', `Content-Length: 1000000\r\n\r\n${body}`],
      ['64 KiB behind the door', '/desk/orders/bulk', `Content-Length: 1000000\r\n\r\n${body}`],
      ['the begin of a form', '/withdrawal', 'Content-Length: 100\r\n\r\nname='],
      ['a search that is posted', '/api/search/abacaxi', chunked],
    ])('%s', async (_, path, rest) => {
      const slow = await Promise.all(Array.from({ length: 8 }, open));
      for (const [at, { socket }] of slow.entries())
        socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 10.3.0.${at}\r\n${rest}`);
      await until('all are sent', () => slow.every(({ socket }) => socket.writableLength === 0));
      expect((await get('/api/health/', '10.0.0.3')).status).toBe(200); // by now the server has read them
      for (const page of ['/de/login', '/withdrawal', '/desk/sign-in', '/de/search/x'])
        expect((await get(page, '10.0.0.3')).status).toBe(200);
      // The server closes a connection whose request does not end for 30 s; these pages have not waited for that.
      for (const { socket, text } of slow) {
        expect(text()).not.toContain(' 408 ');
        socket.destroy();
      }
    });
  });

  it('do not wait for clients that read slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => connect(server.url)));
    for (const [at, socket] of slow.entries()) {
      socket.pause();
      socket.write(`GET /de/withdrawal HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: 10.4.0.${at}\r\n\r\n`);
    }
    for (const page of ['/de/login', '/withdrawal']) expect((await get(page, '10.0.0.3')).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

describe('a form that is too large', () => {
  it('is refused as soon as its first 64 KiB are exceeded', async () => {
    const { socket, text } = await open();
    socket.write('POST /de/withdrawal HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`10001\r\n${'x'.repeat(64 * 1024 + 1)}\r\n`);
    await until('it is answered', () => text().includes('</html>'));
    expect(text()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe('many searches by the API at once', () => {
  it('are refused as JSON when too many wait', async () => {
    const all = await askAtOnce(times(300, '10.0.0.2'), '/api/search/abacaxi/?lang=en-US&limit=3');
    await until('all are answered', () => all.every(statusOf));
    const refused = all.filter((asking) => statusOf(asking) === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { text } of refused) expect(text()).toContain('"code":"service_unavailable"');
    for (const { socket } of all) socket.destroy();
  });
});
