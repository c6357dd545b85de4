import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from './clean-up.ts';

export const CONNECTIONS = 32;

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers that were no success, came later than wrk's two seconds, or never. */
  failed: number;
}

interface Manner {
  connections?: number;
  cookie?: string;
}

/**
 * Asks addresses of one server in turn again and again, as a browser does that holds these cookies. By wrk, which leaves
 * the cores to the server: a load generator in JavaScript is slower than what it measures.
 */
export function load(urls: string[], seconds: number, { connections = CONNECTIONS, cookie = '' }: Manner = {}): Promise<Load> {
  return inFolder(os.tmpdir(), async (folder) => {
    const script = path.join(folder, 'requests.lua');
    const addresses = urls.map((url) => new URL(url));
    writeFileSync(script, requests(addresses.map(({ pathname, search }) => pathname + search)));
    const headers = ['accept-encoding: gzip, deflate, br', ...(cookie ? [`cookie: ${cookie}`] : [])];
    const { stdout } = await wrk([
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...headers.flatMap((header) => ['--header', header]),
      ...['--script', script, addresses[0]!.origin],
    ]);
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{'))) as Load;
  });
}

/** Takes the paths in turn; prints a Load at the end. */
const requests = (paths: string[]): string => `
local paths, asked, at = { ${paths.map((text) => JSON.stringify(text)).join(', ')} }, {}, 0
function init()
  for index, path in ipairs(paths) do asked[index] = wrk.format("GET", path) end
end
function request()
  at = at % #asked + 1
  return asked[at]
end
function done(summary, latency)
  local failed = 0
  for _, count in pairs(summary.errors) do failed = failed + count end
  local ms = function(part) return latency:percentile(part) / 1e3 end
  print(string.format('\\n{"perSecond":%f,"p50":%.1f,"p99":%.1f,"failed":%d}', summary.requests / summary.duration * 1e6, ms(50), ms(99), failed))
end
`;

async function wrk(args: string[]) {
  try {
    return await promisify(execFile)('wrk', args);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('This part needs the load generator wrk: apt-get install wrk', { cause: error });
  }
}
