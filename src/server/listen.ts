import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ConfigError } from '#src/settings/environment/config.ts';

/** Errors that may pass: the network or DNS is not up yet, or another program is still stopping. */
const MAY_PASS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EADDRINUSE']);

const HOST_PROBLEMS: Record<string, string> = {
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. Example: HOST=127.0.0.1',
  ENOTFOUND: 'HOST: this name is unknown. Example: HOST=127.0.0.1',
};

const portProblems = (setting: string, example: number): Record<string, string> => ({
  EADDRINUSE: `${setting}: another program listens there already. Example: ${setting}=${example + 1}`,
  EACCES: `${setting}: this user may not listen there. Example: ${setting}=${example}`,
});

/** The settings that name a port, with their examples. */
const EXAMPLES = { PORT: 4321, METRICS_PORT: 9464 };

interface Address {
  port: number;
  host: string;
  setting?: keyof typeof EXAMPLES;
}

/**
 * Returns the port once the server listens; port 0 picks a free one. Throws ConfigError when the settings prevent
 * listening.
 */
export async function listen(server: Server, { port, host, setting = 'PORT' }: Address): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const problem = { ...HOST_PROBLEMS, ...portProblems(setting, EXAMPLES[setting]) }[code];
    throw problem ? new ConfigError(problem, { mayPass: MAY_PASS.has(code) }) : error;
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Throws ConfigError when the port is unusable now, so that a wrong port is reported before minutes of work. */
export async function requireFreeAddress(address: Address): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}
