import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

// More than the buffers between server and client hold.
const BIG = 24_000_000;

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Grande' }]);
  await own.ctx.db.read
    .updateTable('product_texts')
    .set({ info_html: 'a'.repeat(BIG) })
    .execute();
  server = await own.serve({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
});
afterAll(() => own?.dispose());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
const isHealthy = async ({ url }: RunningShop) => (await request(url, '/api/health/')).status === 200;

/** An open connection from this loopback address; `isOver` once the server has closed it. */
async function connectFrom(
  localAddress: string,
  { url }: RunningShop,
): Promise<{ socket: Socket; isOver: () => boolean }> {
  const socket = net.connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress });
  socket.on('error', () => {}); // cut off
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return { socket, isOver: () => socket.closed || socket.readableEnded };
}

const connectAll = (count: number, localAddress: string, shop: RunningShop) =>
  Promise.all(Array.from({ length: count }, () => connectFrom(localAddress, shop)));

describe('connections that send requests without reading responses', () => {
  it('are closed, and other connections are served', async () => {
    const flood = await connectAll(60, '127.0.0.2', server);
    for (const { socket } of flood) socket.write(get('/').repeat(2200));
    await until('every one is closed', () => {
      for (const { socket } of flood) socket.read(0); // notices the end, reads nothing
      return flood.every(({ socket }) => socket.closed || socket.destroyed);
    });
    expect(await isHealthy(server)).toBe(true);
    expect(server.process.exitCode).toBeNull();
  });

  it('are closed when a single response stays unread', async () => {
    const { socket } = await connectFrom('127.0.0.2', server);
    socket.write(get('/api/slug/grande'));
    await once(socket, 'readable');
    await logged(server, 'a response was not read');
    socket.resume();
    await until('it is closed', () => socket.closed);
    expect(socket.bytesRead).toBeLessThan(BIG);
  }, 90_000);
});

describe('a connection with several pipelined requests', () => {
  const answersTo = async (paths: string[]) => {
    const socket = await connect(server.url);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(paths.map(get).join(''));
    return { socket, bodies: () => [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code), text: () => text };
  };
  const MISSING = '/api/nada';

  it('gets 32 responses in order', async () => {
    const paths = Array.from({ length: 32 }, (_, at) => (at % 2 ? MISSING : '/api/?lang=%E0'));
    const { socket, bodies } = await answersTo(paths);
    await until('all are answered', () => bodies().length === 32);
    expect(bodies()).toEqual(paths.map((path) => (path === MISSING ? 'not_found' : 'invalid_input')));
    socket.destroy();
  });

  it('is closed when it has more than 32', async () => {
    const { socket, bodies } = await answersTo(Array.from({ length: 33 }, () => MISSING));
    await until('it is closed', () => socket.closed);
    expect(bodies().length).toBeLessThan(33);
  });

  it('may send further requests after these are answered', async () => {
    const { socket, bodies } = await answersTo(Array.from({ length: 32 }, () => MISSING));
    await until('all are answered', () => bodies().length === 32);
    socket.write(get(MISSING).repeat(32));
    await until('the others too', () => bodies().length === 64);
    socket.destroy();
  });
});

describe('connections of one network address', () => {
  it('are limited, so that others find room', async () => {
    const flood = await connectAll(600, '127.0.0.3', server);
    await until('some are closed', () => {
      for (const { socket } of flood) socket.resume();
      return flood.filter(({ isOver }) => !isOver()).length <= 512;
    });
    expect(await isHealthy(server)).toBe(true);
    for (const { socket } of flood) socket.destroy();
  });

  it('are unlimited when the address is the front server’s', async () => {
    const behind = await own.serve({ TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '0' });
    const all = await connectAll(600, '127.0.0.3', behind);
    for (const { socket } of all) socket.write(get('/api/nada'));
    await until('all are answered', () => all.every(({ socket }) => socket.bytesRead > 0 || socket.readableLength > 0));
    for (const { socket } of all) socket.destroy();
  });
});
