import { once } from 'node:events';
import http, { type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPipelines, type Pipelines } from '#src/server/http/pipelining-limits.ts';
import { until } from '../../../support/until.ts';

interface Serving {
  pipelines: Pipelines;
  /** Requests whose answer was begun. */
  begun: ServerResponse[];
  reasons: string[];
  isIdle: () => boolean;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(): Promise<Serving> {
  const [begun, reasons]: [ServerResponse[], string[]] = [[], []];
  let idle = 0;
  server = http.createServer();
  const pipelines = createPipelines(server, { refused: (why) => reasons.push(why), idle: () => idle++ });
  server.on('request', (req, res) => pipelines.take(req, res, () => begun.push(res)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { pipelines, begun, reasons, isIdle: () => pipelines.isIdle && idle > 0 };
}

function send(requests: number): Socket {
  const socket = net.connect((server!.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // cut off
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(requests));
  return socket;
}

describe('requests of one connection', () => {
  it('are answered one after another', async () => {
    const { begun, isIdle } = await serve();
    const socket = send(3).resume();
    for (const number of [1, 2, 3]) {
      await until(`answer ${number} is begun`, () => begun.length > 0);
      expect(begun).toHaveLength(1);
      expect(isIdle()).toBe(false);
      begun.pop()!.end('ok');
    }
    await until('none is under way', isIdle);
    socket.destroy();
  });

  it('are discarded when the connection ends while they wait', async () => {
    const { begun, isIdle } = await serve();
    const socket = send(3);
    await until('the first is begun', () => begun.length === 1);
    socket.destroy();
    await until('none is under way', isIdle);
    expect(begun).toHaveLength(1);
  });

  it('close it when there are more than 32', async () => {
    const { reasons } = await serve();
    const socket = send(33).resume();
    await until('it is closed', () => socket.closed);
    expect(reasons[0]).toBe('too many unanswered requests');
  });

  it('close it when too many wait on all connections', async () => {
    const { begun, reasons } = await serve();
    for (let number = 1; number <= 33; number++) {
      send(32).resume();
      await until('its first is begun', () => begun.length === number);
    }
    expect(reasons).toEqual([]); // 33 × 31 wait
    const last = send(32).resume();
    await until('it is closed', () => last.closed);
    expect(reasons[0]).toBe('too many unanswered requests');
  });
});

/** Instead of the server's own time limit, which is set for every new connection. */
const SOON_MS = 50;

describe('an inactive connection', () => {
  it('is closed when a response stays unread', async () => {
    const { begun, reasons } = await serve();
    const socket = send(1);
    await until('it is begun', () => begun.length === 1);
    begun[0]!.socket!.setTimeout(SOON_MS);
    begun[0]!.end(Buffer.alloc(24_000_000));
    await until('it is closed', () => begun[0]!.closed);
    expect(reasons).toEqual(['a response was not read']);
    socket.destroy();
  });

  it('stays open while the response is rendered', async () => {
    const { begun } = await serve();
    const socket = send(1);
    await until('it is begun', () => begun.length === 1);
    begun[0]!.socket!.setTimeout(SOON_MS);
    await once(server!, 'timeout');
    begun[0]!.end('ok');
    expect(String(await once(socket, 'data'))).toContain('ok');
    socket.destroy();
  });

  it('is closed without a log line when it sends no request', async () => {
    const { reasons } = await serve();
    server!.once('connection', (connection) => connection.setTimeout(SOON_MS));
    const socket = send(0).resume();
    await until('it is closed', () => socket.closed);
    expect(reasons).toEqual([]);
  });
});
