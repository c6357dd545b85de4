import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError } from './config.ts';

const PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'PORT: another program listens there already. Example: PORT=4322',
  EACCES: 'PORT: this user may not listen there. Example: PORT=4321',
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. Example: HOST=127.0.0.1',
  ENOTFOUND: 'HOST: nobody knows that name. Example: HOST=127.0.0.1',
};

/** Answers the port once the server listens: with port 0 any free one. Throws ConfigError where the settings allow no listening. */
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
