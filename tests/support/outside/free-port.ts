import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/** Systems give higher ports to connections and to servers on port 0, so another program would take one of those. */
const [FIRST, LAST] = [15_000, 32_000];

/** A free port, for a server whose address must be known before it starts. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const probe = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return freePort();
  }
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
