import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { groupsOf } from '#src/features/catalogue/category-group.ts';
import { findCategories, findReplacement } from '#src/features/catalogue/server/categories.repository.ts';
import { movedTo } from '#src/features/catalogue/server/moved-page.ts';
import { contentNames, readContentText } from '#src/server/content/content-file.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { fieldsOf, slugsIn } from '#src/server/content/written-file.ts';
import { isPublic } from '#src/server/content/written-folder.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { DEFAULT_LOCALE, withoutPrefix } from '#src/i18n/locales.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { isOpenPage, keyOf, type RedirectMistake } from '../redirects.ts';
import { parseRedirects, redirectText, REDIRECTS, type PlacedRedirect, type RedirectsFile } from './redirects-file.ts';
import { findServedSlugs, wasPublished } from './redirects.repository.ts';

/** Interval of the check for a changed file. */
const CHECK_MS = 1000;
const NONE: RedirectsFile = { rows: [], targets: new Map(), mistakes: [] };

/** The folders of CONTENT_DIR with the pages below an address. */
const WRITTEN = { recipes: 'recipes', about: 'pages' } as const;
const datedSchema = z.object({ draft: z.boolean().default(false), published: z.string() });

interface Known {
  /** Changes when somebody saves the file. */
  stamp: string;
  checkedAt: number;
  file: RedirectsFile;
}

const known = new WeakMap<Context, Known>();

const placeOf = ({ config }: Pick<Context, 'config'>): string => path.join(config.contentDir, REDIRECTS);

/** The mistakes of the file, also those that only the catalogue shows; none without a file. */
export async function checkRedirects(ctx: Pick<Context, 'config' | 'db'>): Promise<Mistake[]> {
  const file = read(ctx);
  return [...file.mistakes, ...(await mistakesInShop(ctx, file.rows))];
}

/** Old addresses that the shop serves, and pages that it does not have. */
export async function mistakesInShop(
  ctx: Pick<Context, 'config' | 'db'>,
  rows: readonly PlacedRedirect[],
): Promise<RedirectsFile['mistakes']> {
  if (rows.length === 0) return [];
  const { products, former, categories, drafts } = await findServedSlugs(ctx.db.read);
  const groups = new Set<string>(groupsOf(await findCategories(ctx.db.read, DEFAULT_LOCALE)));
  const moved = await movedCategories(ctx.db.read, rows, categories);
  const written = { recipes: writtenIn(ctx, WRITTEN.recipes), about: writtenIn(ctx, WRITTEN.about) };
  const isPage = (room: string, slug: string, [page, ...more]: string[]): boolean => {
    if (room === 'recipes' || room === 'about') return page === undefined && written[room].has(slug);
    const isList = more.length === 0 && (page === undefined || /^[1-9]\d*$/.test(page));
    return (
      isList && (room === 'category' ? categories.has(slug) || moved.has(slug) : room === 'groups' && groups.has(slug))
    );
  };
  return rows.flatMap(({ from, to, line }): RedirectsFile['mistakes'] => {
    const [[fromRoom, fromSlug = ''], [toRoom = '', toSlug = '', ...more]] = [roomOf(from), roomOf(to)];
    const isServed =
      (fromRoom === 'product' && (products.has(fromSlug) || former.has(fromSlug))) ||
      (fromRoom === 'category' && categories.has(fromSlug));
    const isProduct = toRoom === 'product' && more.length === 0;
    const isGone = isProduct && ![products, former, drafts].some((slugs) => slugs.has(toSlug));
    const isMissing = !isProduct && !isPage(toRoom, toSlug, more) && !isOpenPage(withoutPrefix(to));
    return [
      ...(isServed ? [mistakeOf('fromOwn', line, 'from')] : []),
      ...(isGone ? [mistakeOf('gone', line, 'to')] : []),
      ...(isMissing ? [mistakeOf('noPage', line, 'to')] : []),
    ];
  });
}

/** Names of recipes or stories, also of drafts, whose pages come with their publication. "About us" does not count as a story. */
const writtenIn = ({ config }: Pick<Context, 'config'>, folder: string): Set<string> =>
  new Set(slugsIn(folder, contentNames(config, folder)).filter((slug) => slug !== 'about'));

/** The target categories that have moved themselves, so that one redirect follows the other. */
async function movedCategories(db: Reader, rows: readonly PlacedRedirect[], present: ReadonlySet<string>) {
  const named = new Set(
    rows.map(({ to }) => roomOf(to)).flatMap(([room, slug = '']) => (room === 'category' ? slug : [])),
  );
  const moved = new Set<string>();
  for (const slug of named) if (!present.has(slug) && (await findReplacement(db, slug))) moved.add(slug);
  return moved;
}

const roomOf = (path: string): string[] => withoutPrefix(path).split('/').filter(Boolean);
const mistakeOf = (kind: RedirectMistake, line: number, field: string): RedirectsFile['mistakes'][number] => ({
  ...{ file: REDIRECTS, line, field, kind, message: redirectText(kind) },
});

function read(ctx: Pick<Context, 'config'>): RedirectsFile {
  try {
    return parseRedirects(readFileSync(placeOf(ctx)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return NONE;
  }
}

function currentRedirects(ctx: Context): RedirectsFile {
  const before = known.get(ctx);
  const now = performance.now();
  if (before && now - before.checkedAt < CHECK_MS) return before.file;
  const info = statSync(placeOf(ctx), { throwIfNoEntry: false });
  const stamp = info ? `${info.mtimeMs} ${info.ino} ${info.size}` : '';
  if (before?.stamp === stamp) {
    before.checkedAt = now;
    return before.file;
  }
  const file = read(ctx);
  known.set(ctx, { stamp, checkedAt: now, file });
  if (file.mistakes.length > 0)
    ctx.log.warn({ mistakes: file.mistakes.slice(0, 20).map(describeMistake) }, 'redirects with mistakes are left out');
  return file;
}

/**
 * The page that replaces a decoded path without a page: a moved product or list of this shop, otherwise the target in
 * redirects.csv. A target that has itself moved is replaced, so that one redirect is enough. The row of a page that
 * waits to be published takes effect with its publication.
 */
export async function replacementOf(ctx: Context, path: string): Promise<string | undefined> {
  const moved = await movedTo(ctx, path);
  if (moved !== undefined) return moved;
  const target = currentRedirects(ctx).targets.get(keyOf(path));
  if (target === undefined) return undefined;
  if (await isWaiting(ctx, target)) return undefined;
  return (await movedTo(ctx, target)) ?? target;
}

/** Whether a target is a product, a recipe or a story that is not published yet. */
export async function isWaiting(ctx: Context, target: string): Promise<boolean> {
  const [room, slug] = roomOf(target);
  if (slug === undefined) return false;
  if (room === 'product') return (await movedTo(ctx, target)) === undefined && !(await wasPublished(ctx.db.read, slug));
  const folder = WRITTEN[room as keyof typeof WRITTEN];
  return folder !== undefined && !isWrittenPublic(ctx, `${folder}/${slug}.yaml`);
}

/** Whether the page can be read today. A file that is broken or missing makes no page. */
function isWrittenPublic({ config, now }: Pick<Context, 'config' | 'now'>, file: string): boolean {
  const dated = datedSchema.safeParse(fieldsOf(readContentText(config, file)));
  return dated.success && isPublic(dated.data, germanDay(now().toISOString()));
}
