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

/** Asks an address again and again, from a process of its own, as a browser does that holds these cookies. */
export async function load(url: string, seconds: number, cookie = ''): Promise<Load> {
  const { requests, latency, non2xx, errors } = JSON.parse(
    await run([
      'node_modules/autocannon/autocannon.js',
      ...['--json', '--no-progress', '--connections', String(CONNECTIONS), '--duration', String(seconds)],
      ...['--headers', 'accept-encoding=gzip, deflate, br', ...(cookie ? ['--headers', `cookie=${cookie}`] : []), url],
    ]),
  ) as Result;
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}
