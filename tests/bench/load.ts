import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inFolder } from './clean-up.ts';
import { run } from './measure.ts';

export const CONNECTIONS = 32;

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers that were no success, or never came. */
  failed: number;
}

interface Result {
  requests: { average: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}

interface Manner {
  connections?: number;
  cookie?: string;
}

/** Asks addresses of one server in turn again and again, from a process of its own, as a browser does that holds these cookies. */
export function load(urls: string[], seconds: number, { connections = CONNECTIONS, cookie = '' }: Manner = {}): Promise<Load> {
  return inFolder(os.tmpdir(), async (folder) => {
    const har = path.join(folder, 'requests.har');
    const headers = [{ name: 'accept-encoding', value: 'gzip, deflate, br' }, ...(cookie ? [{ name: 'cookie', value: cookie }] : [])];
    writeFileSync(har, JSON.stringify({ log: { entries: urls.map((url) => ({ request: { method: 'GET', url, headers } })) } }));
    const { requests, latency, non2xx, errors } = JSON.parse(
      await run([
        'node_modules/autocannon/autocannon.js',
        ...['--json', '--no-progress', '--connections', String(connections), '--duration', String(seconds)],
        ...['--har', har, new URL(urls[0] ?? '').origin],
      ]),
    ) as Result;
    return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
  });
}
