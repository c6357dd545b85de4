/**
 * The program that renders the pages; Astro bundles it with them (src/site/vite/pages-program.ts).
 *
 *     node prerender-entry.mjs <folder of the build> <digest of the sources> [site.json of the previous build]
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from 'astro/app/entrypoint';
import { StaticPaths } from 'astro:static-paths';
import { startReportingPages } from '#src/server/build-progress.ts';
import { closeContext, getContext } from '#src/server/context.ts';
import { PUBLIC_UMASK } from '#src/server/own-files.ts';
import { loadShopData } from '#src/server/shop-data.ts';
import { runProgram } from '#src/server/run-program.ts';
import { hashOfBytes, type SiteRecord } from '#src/site/site-record.ts';
import { createPacker } from './pack-file.ts';
import { createProgress } from './progress.ts';
import { RENDERED_PAGES, type RenderedPages } from './rendered-pages.ts';

const CSP = 'content-security-policy';

/** Rendering is faster than compressing, so pages that wait would fill the memory. */
const MOST_PACKING = 8;

/** An underlying error was already printed by Astro. */
class PageError extends Error {}

/** Without this, Astro would request an error page from whatever listens on port 80. */
const noErrorPage = () => Promise.reject(new Error('There is none yet'));

const app = createApp({ streaming: false });

async function renderPages(folder: string, sources: string, recordBefore?: string): Promise<void> {
  loadShopData(); // its facts are in the texts
  const before = recordBefore ? (JSON.parse(await readFile(recordBefore, 'utf8')) as SiteRecord) : undefined;
  const made: RenderedPages = { keys: {}, policies: {} };
  const pages = (await new StaticPaths(app).getAll()).map((page) => ({ ...page, file: fileOf(page.pathname, page.route.type) }));
  for (const { file, cacheKey } of pages) if (cacheKey !== undefined) made.keys[file] = cacheKey;
  const isKnown = (file: string, key?: string) => key !== undefined && before?.sources === sources && before.files[file]?.key === key;
  const wanted = pages.filter(({ file, cacheKey }) => !isKnown(file, cacheKey));
  const packFile = createPacker(wanted.map(({ file }) => file));
  const progress = createProgress();
  const reportPages = await startReportingPages(getContext());
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
    if (existsSync(place)) throw new PageError(`/${file} exists already: another page, or a file of public/, has the same address`);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    if (before?.files[file]?.hash !== hashOfBytes(bytes)) {
      const packed = packFile(place, file, bytes).finally(() => packing.delete(packed));
      packing.add(packed);
      if (packing.size >= MOST_PACKING) await Promise.race(packing);
    }
    progress('pages', n + 1, wanted.length);
    reportPages(n + 1, wanted.length);
  }
  await Promise.all(packing);
  writeFileSync(path.join(folder, RENDERED_PAGES), JSON.stringify(made));
}

function fileOf(pathname: string, type: string): string {
  const name = pathname.replace(/^\//, '');
  if (type === 'endpoint') return name;
  return pathname === '/404' ? '404.html' : path.posix.join(name, 'index.html');
}

await runProgram(
  () => {
    process.umask(PUBLIC_UMASK);
    return renderPages(process.argv[2]!, process.argv[3]!, process.argv[4]).finally(() => closeContext(getContext()));
  },
  (error) => (error instanceof PageError ? error.message : undefined),
);
