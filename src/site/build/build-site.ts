import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import type { Lease } from '#src/server/db/lease.ts';
import { requireSlides } from '#src/features/home/server/slides.loader.ts';
import { findLegalFaults, loadCalendar, requireValidTexts } from '#src/features/legal/server/law-calendar.loader.ts';
import type { LegalContext } from '#src/features/legal/server/legal.loader.ts';
import { requireRecipes } from '#src/features/recipes/server/recipes.loader.ts';
import { requireStories } from '#src/features/stories/server/stories.loader.ts';
import { inPublic } from '#src/server/own-files.ts';
import { readSite, RECORD, reusableSite, type Site } from '#src/site/site-record.ts';
import { CONTENT, copyEditorial, readEditorial } from '#src/server/editorial-content.ts';
import { Refusal } from '#src/server/run-program.ts';
import { runTool } from '#src/server/run-tool.ts';
import { countProducts, findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { reportBuild, type BuildProgress } from '#src/server/build-progress.ts';
import { refreshSalesLock } from '#src/features/editing/server/sales-lock.service.ts';
import { loadShopData } from '#src/server/shop-file.ts';
import { withContext } from '#src/server/with-context.ts';
import { PAGES_FOLDER, PAGES_PROGRAM } from '../vite/pages-program.ts';
import { withBuildLock } from './build-lock.ts';
import { asOnlyBuilder } from './builder-lease.ts';
import { requireReadableTexts } from './locale-files.ts';
import { packSite, type PackedSite } from './pack-site.ts';
import { preparePrograms, PRODUCTION } from './programs.ts';
import { deleteOldBuilds, newBuildName, publish } from './publish.ts';
import { openShare } from './share.ts';
import { readSiteState, type SiteState } from './site-state.ts';

const SHOWN_PAGES = 20;

/**
 * Memory of a program that renders pages, in bytes: it loads the whole catalogue and needs 0.8 GiB for 5,000 products.
 */
const RENDERING_BYTES = 2 ** 30;

/** Loading another program takes as long as rendering and packing the pages of this many products. */
const PRODUCTS_PER_PROGRAM = 50;

const TAKEN_OVER = 'This build took a pause of a minute, so another server builds now. Nothing was published.';

/** Builds the site beside the served one, then publishes it and prints the changes. */
export const buildSite = (options: BuildOptions = {}): Promise<void> => inPublic(() => build(options));

interface BuildOptions {
  /** Builds only when an input changed. */
  ifChanged?: boolean;
}

async function build({ ifChanged = false }: BuildOptions): Promise<void> {
  const config = loadConfig();
  const { distDir } = config;
  // Mistakes are reported before the build starts.
  requireReadableTexts();
  await requireSlides(config);
  requireRecipes();
  requireStories();
  for (const warning of checkLegalTexts({ config, shop: loadShopData() }, readSite(distDir))) console.warn(warning);
  await mkdir(distDir, { recursive: true });
  await withBuildLock(distDir, () =>
    withContext((ctx) => asOnlyBuilder(ctx, (lease) => buildAlone(ctx, lease, ifChanged))),
  );
}

/** Returns warnings. Only a shop without a build is refused, because its pages have no earlier version to keep. */
function checkLegalTexts(ctx: LegalContext, present: Site | undefined): string[] {
  if (!present) return requireValidTexts(ctx);
  const faults = findLegalFaults(ctx, new Date());
  if (faults.length === 0) return loadCalendar(ctx, new Date()).soon;
  // A missing file is a mistake in the folder, not an expired text: reading it throws.
  for (const { file } of faults) if (file) readEditorial(file);
  return faults.map(({ file, message }) => (file ? `${message}. Until then the page keeps its last form.` : message));
}

async function buildAlone(ctx: Context, lease: Lease | undefined, ifChanged: boolean): Promise<void> {
  const begin = performance.now();
  const { distDir } = ctx.config;
  const share = openShare(ctx, lease);
  // Read before the state: a change in between then causes another build.
  const { version } = await findCatalogueState(ctx.db.read);
  const report = (state: BuildProgress['state']) => reportBuild(ctx, { state, version, done: 0, total: 0 });
  const state = await readState(ctx);
  if (!ifChanged) await share?.balancePictures();
  const isTaken = await share?.takeNewest(state.version);
  if (isTaken) console.log('The newest build of the other servers is here.');
  const present = readSite(distDir);
  if ((ifChanged || isTaken) && present?.state === state.state) return report('live');
  await report('building');
  const name = newBuildName();
  const makeAndSend = async () => {
    const products = await countProducts(ctx.db.read);
    const packed = await make(ctx, state, reusableSite(distDir), products).catch((error: unknown) => {
      if (!isLostFile(error)) throw error;
      console.warn('The last build lacks files, so all pages are made again.');
      return make(ctx, state, undefined, products);
    });
    const isOurs = share
      ? await share.send(packed, { state, name, asksStore: !ifChanged })
      : !lease || (await ctx.db.write(lease.isHeld));
    if (!isOurs) throw new Refusal(TAKEN_OVER);
    return packed;
  };
  const packed = await makeAndSend().catch(async (error: unknown) => {
    await report('failed');
    throw error;
  });
  const builds = await publish(distDir, packed, name);
  await report('live');
  printReport(packed, performance.now() - begin);
  deleteOldBuilds(distDir, builds); // takes seconds with thousands of products
  await share?.clear();
}

/** The last build was made by a version that packs other files, or some of its files were deleted. */
function isLostFile(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall === 'link';
}

/** Makes a complete build beside the served one. */
async function make(ctx: Context, state: SiteState, present: Site | undefined, products: number): Promise<PackedSite> {
  const { distDir, siteUrl } = ctx.config;
  const written = path.resolve(distDir, 'written');
  copyEditorial(written);
  const last = readSite(distDir);
  if (last) keepLastTexts(ctx, written, path.join(last.folder, CONTENT));
  const programs = await preparePrograms({ distDir, siteUrl }, state);
  const folder = path.join(distDir, 'next');
  rmSync(folder, { recursive: true, force: true });
  // Copying with promises takes ten times as long for hundreds of small files.
  for (const part of ['client', 'server'])
    cpSync(path.join(programs, part), path.join(folder, part), { recursive: true });
  // A changed product or text changes too few pages to share the work.
  const shares = present?.sources === state.sources ? 1 : sharesHere(products);
  await renderPages(folder, programs, state.sources, present, { WRITTEN_DIR: written, SITE_URL: siteUrl }, shares);
  const packed = await packSite(folder, shares, state, present);
  await rename(written, path.join(folder, CONTENT));
  return packed;
}

/** Otherwise one expired or unreadable legal text would keep every price change from going live. */
function keepLastTexts(ctx: LegalContext, written: string, last: string): void {
  for (const { file, message } of findLegalFaults(ctx, new Date(), (name) =>
    readFileSync(path.join(written, name), 'utf8'),
  )) {
    if (file === undefined) continue;
    if (!existsSync(path.join(last, file))) throw new ConfigError(message);
    cpSync(path.join(last, file), path.join(written, file));
  }
}

/** Updates the sales lock, because the settings may have changed it and pages show it. */
async function readState(ctx: Context): Promise<SiteState> {
  await refreshSalesLock(ctx);
  return readSiteState(ctx);
}

/** Whether the last build matches the current sources, content, catalogue and configuration. */
export async function isBuildCurrent(): Promise<boolean> {
  return readSite(loadConfig().distDir)?.state === (await withContext(readState)).state;
}

/** Renders the pages that have changed, each program its share of them. */
async function renderPages(
  folder: string,
  programs: string,
  sources: string,
  before: Site | undefined,
  settings: Record<string, string>,
  shares: number,
): Promise<void> {
  const program = path.join(programs, PAGES_FOLDER, PAGES_PROGRAM);
  const record = before ? [path.join(before.folder, RECORD)] : [];
  const failed = new AbortController();
  const render = (share: number) =>
    runTool(
      [program, folder, sources, String(share), String(shares), ...record],
      { ...PRODUCTION, ...settings },
      failed.signal,
    );
  const rendering = Array.from({ length: shares }, (_, share) => render(share));
  try {
    await Promise.all(rendering);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(rendering);
    throw error;
  }
}

/** How many programs may render at the same time on this machine. */
const sharesHere = (products: number) =>
  Math.max(
    1,
    Math.min(
      os.availableParallelism(),
      Math.floor(process.availableMemory() / RENDERING_BYTES),
      Math.ceil(products / PRODUCTS_PER_PROGRAM),
    ),
  );

function printReport({ changed, kept, gone }: PackedSite, ms: number): void {
  const isPage = (file: string) => file.endsWith('.html');
  // An earlier version wrote the page /de as de/index.html.
  const addresses = (files: string[]) =>
    files.filter(isPage).map((file) => `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`);
  const listed = (pages: string[]) => {
    const more = pages.length - SHOWN_PAGES;
    return `${pages.slice(0, SHOWN_PAGES).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
  };
  const present = new Set(addresses([...changed, ...kept]));
  const [pages, lost] = [addresses(changed), addresses(gone).filter((page) => !present.has(page))];
  console.log(
    `Live after ${(ms / 1000).toFixed(1)} s: ${pages.length} pages changed, ` +
      `${kept.filter(isPage).length} left as they were`,
  );
  if (pages.length > 0 && kept.length > 0) console.log(`changed ${listed(pages)}`);
  if (lost.length > 0) console.log(`gone ${listed(lost)}`);
}
