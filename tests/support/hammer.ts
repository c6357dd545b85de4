import http from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface Hammer {
  /** Stops the requests; returns their number and their failures. */
  stop: () => Promise<{ requests: number; failures: string[] }>;
}

/** Without a pause they would take a processor from what they are to disturb. */
const PAUSE_MS = 20;

/**
 * Requests the addresses in turn, hundreds of times a second, until `stop` is called; on persistent connections unless
 * told otherwise.
 */
export function hammer(base: string, paths: string[], connections = 4, { keepAlive = true } = {}): Hammer {
  const agent = new http.Agent({ keepAlive, maxSockets: connections });
  const failures: string[] = [];
  let requests = 0;
  let stopped = false;
  const ask = async (path: string) => {
    const [response] = (await once(http.get(base + path, { agent }), 'response')) as [http.IncomingMessage];
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    if (response.statusCode !== 200 || bytes === 0) failures.push(`${path}: ${response.statusCode}, ${bytes} bytes`);
  };
  const worker = async () => {
    while (!stopped) {
      const path = paths[requests++ % paths.length] ?? '/';
      await ask(path).catch((error: Error) => failures.push(`${path}: ${error.message}`));
      await wait(PAUSE_MS);
    }
  };
  const workers = Promise.all(Array.from({ length: connections }, worker));
  return {
    async stop() {
      stopped = true;
      await workers;
      agent.destroy();
      return { requests, failures };
    },
  };
}
