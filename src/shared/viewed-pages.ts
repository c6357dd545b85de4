/** The product pages that the service worker has stored for reading without a network (src/shell/offline). */
import { withoutPrefix } from '#src/i18n/locales.ts';
import { productPath } from './paths.ts';

/** Of the service worker. */
const PAGES = 'pages';
const PRODUCT = productPath('');

const isProductPage = ({ url }: Request): boolean => withoutPrefix(new URL(url).pathname).startsWith(PRODUCT);

async function openPages(): Promise<Cache | undefined> {
  // Without HTTPS, and in private windows of some browsers, caches are missing. `open` would create one.
  if (!('caches' in globalThis) || !(await caches.has(PAGES))) return undefined;
  return caches.open(PAGES);
}

export async function readViewed<T>(read: (page: Response | undefined) => Promise<T>): Promise<T[]> {
  const cache = await openPages();
  if (!cache) return [];
  const requests = (await cache.keys()).filter(isProductPage);
  return Promise.all(requests.map(async (request) => read(await cache.match(request))));
}

/** Removes the stored product pages. Other pages stay readable without a network. */
export async function clearViewed(): Promise<void> {
  const cache = await openPages();
  if (cache) await Promise.all((await cache.keys()).filter(isProductPage).map((request) => cache.delete(request)));
}
