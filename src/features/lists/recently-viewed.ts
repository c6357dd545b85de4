/**
 * The products whose pages this browser has stored for reading without a network (src/shell/offline). Nothing else is
 * stored for it, and the pages are only read when a shopper opens the list (§ 25 TDDDG).
 */
import { withoutPrefix } from '#src/i18n/locales.ts';
import { productPath } from '#src/shared/paths.ts';

/** Of the service worker. */
const PAGES = 'pages';
const MOST = 20;

const PRODUCT = productPath('');

const isProductPage = ({ url }: Request): boolean => withoutPrefix(new URL(url).pathname).startsWith(PRODUCT);

async function openPages(): Promise<Cache | undefined> {
  // Without HTTPS, and in private windows of some browsers, caches are missing. `open` would create one.
  if (!('caches' in globalThis) || !(await caches.has(PAGES))) return undefined;
  return caches.open(PAGES);
}

/** Ids of the viewed products, the last one first. */
export async function findViewed(): Promise<number[]> {
  const cache = await openPages();
  if (!cache) return [];
  const requests = (await cache.keys()).filter(isProductPage);
  const viewed = await Promise.all(
    requests.map(async (request) => {
      const response = await cache.match(request);
      const [, id] = /<article [^>]*data-product="?(\d+)/.exec((await response?.text()) ?? '') ?? [];
      return { id: Number(id), at: Date.parse(response?.headers.get('date') ?? '') || 0 };
    }),
  );
  const ids = [...viewed].sort((a, b) => b.at - a.at).flatMap(({ id }) => (id ? [id] : []));
  return [...new Set(ids)].slice(0, MOST);
}

/** Removes the stored product pages. Other pages stay readable without a network. */
export async function clearViewed(): Promise<void> {
  const cache = await openPages();
  if (cache) await Promise.all((await cache.keys()).filter(isProductPage).map((request) => cache.delete(request)));
}
