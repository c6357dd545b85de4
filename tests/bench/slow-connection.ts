import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** Slow 4G as Lighthouse simulates it: bits a second, and milliseconds there and back. */
const DOWN = 1_600_000;
const UP = 750_000;
const ROUND_TRIP_MS = 150;

/** Passes bytes on as late as a link would that all connections share. */
function link(bitsPerSecond: number) {
  let free = 0;
  return (bytes: number): number => {
    const now = performance.now();
    free = Math.max(now, free) + (bytes * 8 * 1000) / bitsPerSecond;
    return free - now + ROUND_TRIP_MS / 2;
  };
}

export interface SlowConnection {
  url: string;
  stop: () => Promise<void>;
}

/**
 * A server on this machine as it is seen over slow 4G. It slows everything, also what a browser fetches ahead on its own,
 * which the developer tools' throttling leaves alone.
 */
export async function overSlowConnection(url: string): Promise<SlowConnection> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const down = link(DOWN);
  const up = link(UP);
  const pass = (from: Socket, to: Socket, delay: (bytes: number) => number) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delay(chunk.length)));
    from.on('end', () => setTimeout(() => to.end(), delay(0)));
    from.on('error', () => to.destroy());
  };
  const server = net.createServer((browser) => {
    const shop = net.connect(port, '127.0.0.1');
    for (const socket of [browser, shop]) {
      sockets.add(socket);
      socket.setNoDelay(true).once('close', () => sockets.delete(socket));
    }
    // Opening the connection takes a round trip of its own.
    browser.pause();
    setTimeout(() => browser.resume(), ROUND_TRIP_MS);
    pass(browser, shop, up);
    pass(shop, browser, down);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
