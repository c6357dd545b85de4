import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './limits.ts';

/** Each costs memory; a shop with this many shoppers at the same moment has a front server. */
const IN_ALL = 2048;
/** A browser opens six; an office or a mobile network has many shoppers behind one address. */
const PER_ADDRESS = 512;

interface ConnectionLimits {
  inAll?: number;
  /** Infinity where all connections come from a front server. */
  perAddress?: number;
  /** Hears why a connection was closed. */
  refused: (why: string) => void;
}

/** Bounds the open connections of a server, in all and per network address (IPv6: per /64). */
export function limitConnections(server: Server, { inAll = IN_ALL, perAddress = PER_ADDRESS, refused }: ConnectionLimits): void {
  server.maxConnections = inAll;
  const idle = new Set<Socket>();
  server.on('request', ({ socket }, res) => {
    idle.delete(socket);
    res.once('close', () => !socket.destroyed && idle.add(socket));
  });
  server.on('drop', () => {
    refused('too many connections');
    // Makes room for the next: browsers open such a connection again when they need it. Node's own closeIdleConnections()
    // also closes those whose answer is still on its way to a slow phone.
    for (const socket of idle) if (socket.writableLength === 0) socket.destroy();
  });
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      refused('too many connections of one network address');
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      idle.delete(socket);
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
