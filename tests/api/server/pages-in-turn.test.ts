import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, request } from '../../support/raw-http.ts';
import type { RunningShop } from '../../support/server.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';
import { until } from '../../support/until.ts';

let own: StockedShop;
let server: RunningShop;
beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'A-1', product_name: 'Abacaxi' }]);
  server = await own.serve({ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: '1' });
});
afterAll(() => own?.dispose());

interface Asking {
  socket: Socket;
  text: () => string;
}

const statusOf = ({ text }: Asking) => Number(/^HTTP\/1\.1 (\d+)/.exec(text())?.[1] ?? 0);

/** Sends the same request on so many connections at the same moment, for a client behind the front server. */
async function askAtOnce(count: number, address: string, path: string): Promise<Asking[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(server.url)));
  const all = sockets.map((socket) => {
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    return { socket, text: () => text };
  });
  server.process.kill('SIGSTOP'); // or it would answer the first before the last has asked
  for (const { socket } of all) socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  await until('all have asked', () => all.every(({ socket }) => socket.writableLength === 0));
  server.process.kill('SIGCONT');
  return all;
}

const get = (path: string, address: string) => request(server.url, path, { headers: { 'x-forwarded-for': address } });

describe('many pages made on request at once', () => {
  it.each(['/withdrawal', '/login', '/de/search/x'])('are answered: %s', async (path) => {
    const all = await askAtOnce(64, '10.0.0.1', path);
    await until('all are answered', () => all.every(statusOf));
    expect(new Set(all.map(statusOf))).toEqual(new Set([200]));
    for (const { socket } of all) socket.destroy();
  });

  it('let the health check and other clients pass, and refuse the rest for some seconds', async () => {
    const all = await askAtOnce(600, '10.0.0.2', '/de/withdrawal');
    expect((await get('/api/health/', '10.0.0.3')).status).toBe(200);
    expect(all.filter(statusOf).length).toBeLessThan(600);
    expect((await get('/login', '10.0.0.3')).status).toBe(200);
    await until('all are answered', () => all.every(statusOf));
    const refused = all.filter((asking) => statusOf(asking) === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(all.filter((asking) => statusOf(asking) === 200)).toHaveLength(600 - refused.length);
    for (const { text } of refused) expect(text()).toMatch(/^retry-after: 5$/im);
    await until('a refusal has come whole', () => refused[0]!.text().includes('</html>'));
    expect(refused[0]!.text()).toContain('<html lang="de-DE"');
    for (const { socket } of all) socket.destroy();
  });

  it('leave the queue when their clients disconnect while they wait for one another', async () => {
    const sockets = await Promise.all(Array.from({ length: 256 }, () => connect(server.url)));
    let asked = 0;
    let answered = 0;
    const ask = (socket: Socket) => socket.write(`GET /search/w${asked++ % 60}/ HTTP/1.1\r\nHost: shop\r\n\r\n`);
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

  it('do not wait for forms that are sent slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => connect(server.url)));
    for (const socket of slow) socket.write('POST /withdrawal HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\nname=');
    expect((await get('/api/health/', '10.0.0.3')).status).toBe(200); // by now the server has read them
    expect((await get('/login', '10.0.0.3')).status).toBe(200);
    expect((await get('/withdrawal', '10.0.0.3')).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

describe('many searches by the API at once', () => {
  it('are refused as JSON when too many wait', async () => {
    const all = await askAtOnce(600, '10.0.0.2', '/api/search/abacaxi/?lang=en-US&limit=3');
    await until('all are answered', () => all.every(statusOf));
    const refused = all.filter((asking) => statusOf(asking) === 503);
    for (const { text } of refused) expect(text()).toContain('"code":"service_unavailable"');
    for (const { socket } of all) socket.destroy();
  });
});
