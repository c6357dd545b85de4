import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { NotSoldTerms } from '#src/features/search/not-sold.ts';
import { Synonyms } from '#src/features/search/synonyms.ts';
import type { Context } from '#src/server/context.ts';
import { withoutOrigin } from '#src/server/log-origin.ts';
import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import { findIndexedProducts } from './search.repository.ts';
import { buildIndex, type CatalogueIndex } from './catalogue-index.ts';
import type { IndexedProduct } from './document.ts';
import { NOT_SOLD, readNotSold } from './not-sold-file.ts';
import { readSynonyms, searchFolder, SYNONYMS } from './synonyms-file.ts';

/** Interval of the check for a changed catalogue or changed words. */
const CHECK_MS = 1000;
/** The longest time that a build may block the event loop. */
const SLICE_MS = 8;
const ROWS_AT_ONCE = 200;

interface Followed {
  /** The version of the catalogue and of the search's word files. */
  version: string;
  index: CatalogueIndex;
}

interface Follower {
  current: Followed | undefined;
  building: Promise<Followed> | undefined;
}

// One follower per process and database.
const followers = new WeakMap<Context, Follower>();

/**
 * The catalogue's index. Only the first caller waits for a build; later catalogue versions are indexed in the
 * background.
 */
export async function currentIndex(ctx: Context): Promise<CatalogueIndex> {
  let follower = followers.get(ctx);
  if (!follower) followers.set(ctx, (follower = { current: undefined, building: undefined }));
  if (follower.current) return follower.current.index;
  const first = follower.building === undefined;
  const { index } = await build(ctx, follower);
  if (first) withoutOrigin(() => watch(ctx, follower));
  return index;
}

/** The number of products in this process's index; 0 before the first search. */
export const indexedProducts = (ctx: Context): number => followers.get(ctx)?.current?.index.entries.length ?? 0;

function watch(ctx: Context, follower: Follower): void {
  let asking = false;
  const timer = setInterval(async () => {
    if (asking || follower.building) return;
    asking = true;
    try {
      if ((await versionOf(ctx)) !== follower.current?.version) await build(ctx, follower);
    } catch (error) {
      // The database does not respond. The next search starts a new follower.
      ctx.log.warn({ err: error }, 'search: the catalogue cannot be followed');
      clearInterval(timer);
      followers.delete(ctx);
    } finally {
      asking = false;
    }
  }, CHECK_MS).unref();
}

async function versionOf({ config, db }: Context): Promise<string> {
  const [{ version }, stamp] = await Promise.all([findCatalogueState(db.read), stampOfWords(searchFolder(config))]);
  return `${version} ${stamp}`;
}

/** Changes when somebody saves one of the files. */
const stampOfWords = async (folder: string): Promise<string> =>
  (await Promise.all([SYNONYMS, NOT_SOLD].map((name) => stat(path.join(folder, name)).catch(() => undefined))))
    .map((found) => `${found?.mtimeMs} ${found?.ino}`)
    .join(' ');

/** Concurrent callers share one build. */
function build(ctx: Context, follower: Follower): Promise<Followed> {
  follower.building ??= read(ctx)
    .then((built) => (follower.current = built))
    .finally(() => (follower.building = undefined));
  return follower.building;
}

async function read(ctx: Context): Promise<Followed> {
  const begin = performance.now();
  // Read before the products, so that a change during the reading leads to another build.
  const version = await versionOf(ctx);
  const products: IndexedProduct[] = [];
  for (let batch = await next(); batch.length > 0; batch = await next()) products.push(...batch);
  const folder = searchFolder(ctx.config);
  const [synonyms, notSold] = await Promise.all([readSynonyms(folder), readNotSold(folder)]);
  const mistakes = [...synonyms.mistakes, ...notSold.mistakes];
  if (mistakes.length)
    ctx.log.warn({ mistakes: mistakes.map(describeMistake) }, 'search: rows with mistakes are left out');
  const index = await inSlices(buildIndex(products, new Synonyms(synonyms.groups), new NotSoldTerms(notSold.rows)));
  ctx.log.info(
    { version, products: products.length, ms: Math.round(performance.now() - begin) },
    'search: index built',
  );
  return { version, index };

  async function next() {
    await nextRound(); // SQLite answers synchronously, so requests need a pause
    return findIndexedProducts(ctx.db.read, products.at(-1)?.id ?? 0, ROWS_AT_ONCE);
  }
}

async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await nextRound();
  }
}
