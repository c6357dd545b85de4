import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/** A free port, for a server whose address must be known before it starts. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
