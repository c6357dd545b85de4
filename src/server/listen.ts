import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError } from './config.ts';

const PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'PORT: another program listens there already. Example: PORT=4322',
  EACCES: 'PORT: this user may not listen there. Example: PORT=4321',
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. Example: HOST=127.0.0.1',
  ENOTFOUND: 'HOST: this name is unknown. Example: HOST=127.0.0.1',
};

/** Returns the port once the server listens; port 0 picks a free one. Throws ConfigError when the settings prevent listening. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const problem = PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''];
    throw problem ? new ConfigError(problem) : error;
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
