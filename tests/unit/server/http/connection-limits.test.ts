import { once } from 'node:events';
import http, { type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from '#src/server/http/connection-limits.ts';
import { until } from '../../../support/until.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(limits: { inAll?: number; perAddress?: number }): Promise<string[]> {
  const reasons: string[] = [];
  server = http.createServer((_req, res) => res.end('ok'));
  limitConnections(server, { ...limits, refused: (why) => reasons.push(why) });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return reasons;
}

/** An open connection from this loopback address, which reads everything it receives. */
function open(localAddress = '127.0.0.1'): Socket {
  const { port } = server!.address() as AddressInfo;
  const socket = net.connect({ host: '127.0.0.1', port, localAddress }).resume();
  socket.on('error', () => {}); // cut off
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  return String(await Promise.race([once(socket, 'data'), once(socket, 'close')]));
}

it('the connection limit closes connections of one network address beyond its limit, until it closes another', async () => {
  const reasons = await serve({ perAddress: 2 });
  const [first, second] = [open('127.0.0.2'), open('127.0.0.2')];
  expect(await ask(first)).toContain('200 OK');
  expect(await ask(second)).toContain('200 OK');
  expect(await ask(open('127.0.0.2'))).not.toContain('200 OK');
  expect(reasons).toEqual(['too many connections of one network address']);
  expect(await ask(open('127.0.0.3'))).toContain('200 OK');
  first.destroy();
  await until('there is room again', async () => (await ask(open('127.0.0.2'))).includes('200 OK'));
});

it('the connection limit refuses connections beyond the total, and closes idle ones for the next', async () => {
  const reasons = await serve({ inAll: 2 });
  const idle = [open('127.0.0.2'), open('127.0.0.3')];
  for (const socket of idle) expect(await ask(socket)).toContain('200 OK');
  expect(await ask(open('127.0.0.4'))).not.toContain('200 OK');
  expect(reasons).toEqual(['too many connections']);
  await until('the idle ones are closed', () => idle.every(({ closed }) => closed));
  expect(await ask(open('127.0.0.4'))).toContain('200 OK');
});
