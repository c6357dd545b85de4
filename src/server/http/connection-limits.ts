import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';
import { countConnection } from './request-queue.ts';
import { Tally } from './tally.ts';

/** Each connection costs memory. A shop with more simultaneous shoppers uses a front server. */
const MAX_TOTAL = 2048;
/** A browser opens six connections; an office or a mobile network has many shoppers behind one address. */
const MAX_PER_ADDRESS = 512;

interface ConnectionLimits {
  inAll?: number;
  /** Infinity when all connections come from a front server. */
  perAddress?: number;
  /** Called with the reason when a connection is closed. */
  refused: (why: string) => void;
}

/** Limits a server's open connections in total and per network address (IPv6: per /64, and a half of all per /48). */
export function limitConnections(
  server: Server,
  { inAll = MAX_TOTAL, perAddress = MAX_PER_ADDRESS, refused }: ConnectionLimits,
): void {
  server.maxConnections = inAll;
  const idle = new Set<Socket>();
  server.on('request', ({ socket }, res) => {
    idle.delete(socket);
    res.once('close', () => !socket.destroyed && idle.add(socket));
  });
  server.on('drop', () => {
    refused('too many connections');
    // Frees idle connections, because browsers reopen them when needed. Node's closeIdleConnections() would also close
    // those that still send a response to a slow phone.
    for (const socket of idle) if (socket.writableLength === 0) socket.destroy();
  });
  const open = new Tally();
  server.on('connection', (socket) => {
    countConnection();
    const address = networkOf(socket.remoteAddress ?? '');
    if (!open.take(address, perAddress, Math.max(perAddress, inAll / 2))) {
      refused('too many connections of one network address');
      socket.destroy();
      return;
    }
    socket.once('close', () => {
      idle.delete(socket);
      open.giveBack(address);
    });
  });
}
