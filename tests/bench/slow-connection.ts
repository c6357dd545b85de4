import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** Slow 4G as Lighthouse simulates it: bits per second, and milliseconds of a round trip. */
const DOWN = 1_600_000;
const UP = 750_000;
const ROUND_TRIP_MS = 150;
/** The size of a piece: a browser parses a page's beginning while the rest is still arriving. */
const PACKET_BYTES = 1460;

/** Computes when data arrives over a link that all connections share. */
function link(bitsPerSecond: number) {
  let free = 0;
  return (bytes: number): number => {
    free = Math.max(performance.now(), free) + (bytes * 8 * 1000) / bitsPerSecond;
    return free + ROUND_TRIP_MS / 2;
  };
}

/** Forwards one side's data to the other in order, at the time of its arrival. */
function pass(from: Socket, to: Socket, arrivalOf: (bytes: number) => number): void {
  const underWay: { arrival: number; arrive: () => void }[] = [];
  const next = () => underWay[0] && setTimeout(handOn, Math.max(0, underWay[0].arrival - performance.now()));
  const handOn = () => {
    while (underWay[0] && underWay[0].arrival <= performance.now()) underWay.shift()!.arrive();
    next();
  };
  const send = (bytes: number, arrive: () => void) => {
    underWay.push({ arrival: arrivalOf(bytes), arrive });
    if (underWay.length === 1) next();
  };
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
      const packet = chunk.subarray(at, at + PACKET_BYTES);
      send(packet.length, () => to.writable && to.write(packet));
    }
  });
  from.on('end', () => send(0, () => to.end()));
  from.on('error', () => to.destroy());
}

export interface SlowConnection {
  url: string;
  stop: () => Promise<void>;
}

/**
 * A local server behind a slow 4G link. It also slows the browser's own prefetches, which the throttling of the
 * developer tools ignores.
 */
export async function overSlowConnection(url: string): Promise<SlowConnection> {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const down = link(DOWN);
  const up = link(UP);
  const server = net.createServer((browser) => {
    const shop = net.connect(port, '127.0.0.1');
    for (const socket of [browser, shop]) {
      sockets.add(socket);
      socket.setNoDelay(true).once('close', () => sockets.delete(socket));
    }
    // Opening a connection costs a round trip.
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
