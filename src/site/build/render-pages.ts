/**
 * The program that renders a share of the pages; Astro bundles it with them (src/site/vite/pages-program.ts).
 *
 *     node prerender-entry.mjs <folder of the build> <digest of the sources> <share> <shares> [site.json of the
 *     previous build]
 *
 * Shares count from 0. Each process renders every nth page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from 'astro/app/entrypoint';
import { StaticPaths } from 'astro:static-paths';
import { startReportingPages } from '#src/server/build-progress.ts';
import { closeContext, getContext } from '#src/server/context.ts';
import { PUBLIC_UMASK } from '#src/server/own-files.ts';
import { runProgram } from '#src/server/run-program.ts';
import { hashOfBytes, type SiteRecord } from '#src/site/site-record.ts';
import { createPacker } from './pack-file.ts';
import { createProgress } from './progress.ts';
import { renderedPages, type RenderedPages } from './rendered-pages.ts';

const CSP = 'content-security-policy';

/** Rendering is faster than compressing, so an unlimited queue of pages would exhaust memory. */
const MOST_PACKING = 8;

/** An underlying error was already printed by Astro. */
class PageError extends Error {}

/** Without this, Astro would request an error page from whatever listens on port 80. */
const noErrorPage = () => Promise.reject(new Error('There is none yet'));

const app = createApp({ streaming: false });

async function renderPages(
  folder: string,
  sources: string,
  share: number,
  shares: number,
  recordBefore?: string,
): Promise<void> {
  getContext(); // fills the texts with the shop details
  const before = recordBefore ? (JSON.parse(await readFile(recordBefore, 'utf8')) as SiteRecord) : undefined;
  const made: RenderedPages = { keys: {}, policies: {} };
  const all = (await new StaticPaths(app).getAll()).map((page) => ({
    ...page,
    file: fileOf(page.pathname, page.route.type),
  }));
  const isKnown = (file: string, key?: string) =>
    key !== undefined && before?.sources === sources && before.files[file]?.key === key;
  const isWanted = ({ file, cacheKey }: (typeof all)[number]) => !isKnown(file, cacheKey);
  const allWanted = all.filter(isWanted);
  const packFile = createPacker(allWanted.map(({ file }) => file));
  const pages = all.filter((_, n) => n % shares === share);
  for (const { file, cacheKey } of pages) if (cacheKey !== undefined) made.keys[file] = cacheKey;
  const wanted = pages.filter(isWanted);
  const report = share === 0 ? await startReporting() : () => {};
  // One core compresses while another one renders.
  const packing = new Set<Promise<void>>();
  for (const [n, { pathname, route, file }] of wanted.entries()) {
    const address = route.type === 'endpoint' ? pathname : path.posix.join(pathname, '/');
    const request = new Request(new URL(address, app.manifest.site));
    const answer = await app.render(request, { routeData: route, prerenderedErrorPageFetch: noErrorPage });
    if (!answer.ok) throw new PageError(`/${file} could not be rendered: ${answer.status}`);
    const policy = answer.headers.get(CSP);
    if (policy) made.policies[file] = policy;
    const bytes = Buffer.from(await answer.arrayBuffer());
    const place = path.join(folder, 'client', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeNew(place, file, bytes);
    if (before?.files[file]?.hash !== hashOfBytes(bytes)) {
      const packed = packFile(place, file, bytes).finally(() => packing.delete(packed));
      packing.add(packed);
      if (packing.size >= MOST_PACKING) await Promise.race(packing);
    }
    report(Math.min((n + 1) * shares, allWanted.length), allWanted.length);
  }
  await Promise.all(packing);
  writeFileSync(path.join(folder, renderedPages(share)), JSON.stringify(made));
}

/** Shows and stores the build's progress. Only one program does it, because all shares are equally large. */
async function startReporting(): Promise<(done: number, total: number) => void> {
  const show = createProgress();
  const store = await startReportingPages(getContext());
  return (done, total) => {
    show('pages', done, total);
    store(done, total);
  };
}

function writeNew(place: string, file: string, bytes: Buffer): void {
  try {
    writeFileSync(place, bytes, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new PageError(`/${file} exists already: another page, or a file of public/, has the same address`);
  }
}

function fileOf(pathname: string, type: string): string {
  const name = pathname.replace(/^\//, '');
  if (type === 'endpoint') return name;
  // With a folder for each of 17,000 pages a rebuild takes 7 s instead of 5.
  return name ? `${name}.html` : 'index.html';
}

await runProgram(
  () => {
    process.umask(PUBLIC_UMASK);
    const [folder, sources, share, shares, recordBefore] = process.argv.slice(2);
    return renderPages(folder!, sources!, Number(share), Number(shares), recordBefore).finally(() =>
      closeContext(getContext()),
    );
  },
  (error) => (error instanceof PageError ? error.message : undefined),
);
