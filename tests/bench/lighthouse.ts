import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CHROMIUM_FLAGS, findChromium } from '../support/browser/browser.ts';

/**
 * npx downloads it at its first use, because with its dependencies it is larger than all other packages of the shop.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface Visit {
  /** Transferred bytes. */
  total: number;
  html: number;
  js: number;
  /** Everything except pictures and fonts. */
  counted: number;
  requests: number;
  /** Milliseconds. */
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** 0 to 100, in the order of CATEGORIES. */
  scores: number[];
  /** Audits that cost points. */
  faults: string[];
}

interface Report {
  runtimeError?: { message: string };
  audits: Record<
    string,
    {
      score: number | null;
      numericValue?: number;
      details?: { items?: { url: string; resourceType: string; transferSize?: number }[] };
    }
  >;
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
}

interface Manner {
  /** The debugging port of a browser with stored data; without it the visit starts a new browser. */
  port?: number;
  /**
   * `simulate` loads the page at full speed and computes the times: everything loaded before the largest content then
   * counts as needed for it. `devtools` slows the browser down.
   */
  throttling?: 'simulate' | 'devtools';
  /** The page is expected to answer with an error. */
  fails?: boolean | undefined;
}

/** One visit by a mid-range phone on slow 4G. */
export async function visit(url: string, { port, throttling = 'simulate', fails }: Manner = {}): Promise<Visit> {
  const flags = ['--headless', ...CHROMIUM_FLAGS].join(' ');
  const args = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
    '--no-enable-error-reporting',
    `--throttling-method=${throttling}`,
    ...(fails ? ['--ignore-status-code'] : []),
    ...(port ? [`--port=${port}`, '--disable-storage-reset'] : []),
  ];
  const child = spawn('npm', [...args, `--only-categories=${CATEGORIES.join(',')}`, `--chrome-flags=${flags}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CHROME_PATH: await findChromium() },
  });
  let [json, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (json += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with code ${code} on ${url}:\n${errors}`);
  return readReport(JSON.parse(json) as Report);
}

function readReport({ runtimeError, audits, categories }: Report): Visit {
  if (runtimeError) throw new Error(runtimeError.message);
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN;
  const requests = (audits['network-requests']?.details?.items ?? []).filter(({ url }) => url.startsWith('http'));
  const bytes = (wanted: (type: string) => boolean) =>
    requests
      .filter(({ resourceType }) => wanted(resourceType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  const refs = CATEGORIES.flatMap((name) => categories[name].auditRefs);
  return {
    requests: requests.length,
    total: bytes(() => true),
    html: bytes((type) => type === 'Document'),
    js: bytes((type) => type === 'Script'),
    counted: bytes((type) => type !== 'Image' && type !== 'Font'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scores: CATEGORIES.map((name) => Math.round((categories[name].score ?? 0) * 100)),
    faults: refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9).map(({ id }) => id),
  };
}
