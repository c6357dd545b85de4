import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from './clean-up.ts';
import { number } from './report.ts';

export const CONNECTIONS = 32;

/** Why no load can be made here; undefined where it can. */
export const withoutWrk = (): string | undefined =>
  spawnSync('wrk', ['-v']).error ? 'the load generator wrk is missing: apt-get install wrk' : undefined;

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  /** Unsuccessful answers and broken connections. */
  failed: number;
  /** Answers that came after LATE_MS, or never. */
  late: number;
}

/** After this time wrk counts a request as lost. */
export const LATE_MS = 2_000;

export const LOAD_COLUMNS = ['requests/s', 'p50 ms', 'p99 ms', 'failed', 'later than 2 s'];

export const loadCells = ({ perSecond, p50, p99, failed, late }: Load): string[] => [
  number(perSecond),
  number(p50, 1),
  number(p99, 1),
  String(failed),
  String(late),
];

interface Manner {
  connections?: number;
  headers?: Record<string, string>;
}

const OF_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br' };

/**
 * Requests addresses of one server in turn with a browser's headers. It uses wrk, which leaves the cores to the server:
 * a load generator in JavaScript is slower than the server that it measures.
 */
export function load(
  urls: string[],
  seconds: number,
  { connections = CONNECTIONS, headers = {} }: Manner = {},
): Promise<Load> {
  return inFolder(os.tmpdir(), async (folder) => {
    const script = path.join(folder, 'requests.lua');
    const addresses = urls.map((url) => new URL(url));
    writeFileSync(script, requests(addresses.map(({ pathname, search }) => pathname + search)));
    const sent = Object.entries({ ...OF_A_BROWSER, ...headers }).map(([name, value]) => `${name}: ${value}`);
    const { stdout } = await promisify(execFile)('wrk', [
      ...[
        '--threads',
        '1',
        '--connections',
        String(connections),
        '--duration',
        `${seconds}s`,
        '--timeout',
        `${LATE_MS / 1000}s`,
      ],
      ...sent.flatMap((header) => ['--header', header]),
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
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write
  local ms = function(part) return latency:percentile(part) / 1e3 end
  local line = '\\n{"perSecond":%f,"p50":%.1f,"p99":%.1f,"failed":%d,"late":%d}'
  print(string.format(line, summary.requests / summary.duration * 1e6, ms(50), ms(99), failed, errors.timeout))
end
`;
