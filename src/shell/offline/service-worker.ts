import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { isCacheableFile, isCacheablePage, isCacheablePicture, isPage, startPages } from './cacheable.ts';
import { offlinePage } from './offline-page.ts';

// TypeScript's worker types would replace the page's types in the whole project.
declare const self: {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<{ url: string }[]> };
  registration: { unregister(): Promise<boolean>; navigationPreload?: { enable(): Promise<void> } };
};
/** Set by the build: true to store pages, false to remove the worker and its caches. */
declare const OFFLINE: boolean;

const PAGES = 'pages';
const FILES = 'files';
const PICTURES = 'pictures';
/** After this time without a response the stored copy is shown. */
const NETWORK_TIMEOUT_S = 10;

// Personal pages and errors are not stored.
const onlyPublic = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !/no-store|private/.test(response.headers.get('cache-control') ?? '') ? response : null,
};
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  plugins: [
    onlyPublic,
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 3600, purgeOnQuotaError: true }),
  ],
});
const cacheFirst = (cacheName: string, maxEntries: number) =>
  new CacheFirst({
    cacheName,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true }),
    ],
  });

if (OFFLINE) {
  setCatchHandler(async ({ request }) => {
    const { pathname } = new URL(request.url);
    return request.mode === 'navigate' && isPage(pathname) ? offlinePage(pathname) : Response.error();
  });
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isCacheablePage(url.pathname),
    pages,
  );
  // Without this route a personal page would be requested twice, because the navigation preload would be unused.
  registerRoute(({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate', new NetworkOnly());
  // Two caches, because the pictures of a few listings would evict the cart's scripts.
  registerRoute(({ url, sameOrigin }) => sameOrigin && isCacheablePicture(url.pathname), cacheFirst(PICTURES, 300));
  registerRoute(({ url, sameOrigin }) => sameOrigin && isCacheableFile(url.pathname), cacheFirst(FILES, 100));
  self.addEventListener('activate', (event) => event.waitUntil(Promise.all([enablePreload(), storeOpenPages()])));
} else {
  self.addEventListener('activate', (event) => event.waitUntil(removeItself()));
}
self.addEventListener('install', () => void self.skipWaiting());

/**
 * Navigation preload: the browser requests a page while the worker starts, which takes 0.1 s on a slow phone. Not in
 * Firefox, which shows its own error page when the preload fails.
 */
const enablePreload = async () =>
  navigator.userAgent.includes('Firefox/') ? undefined : self.registration.navigationPreload?.enable();

/**
 * Stores the pages that are open, because they were loaded before the worker ran, and the home page and cart of their
 * language. Those two are stored without their islands: the cart shows its lines without React, which is larger than
 * everything else.
 */
async function storeOpenPages(): Promise<void> {
  await self.clients.claim();
  const paths = (await self.clients.matchAll({ type: 'window' })).map(({ url }) => new URL(url).pathname);
  const open = new Set(paths.filter(isCacheablePage));
  const start = new Set(paths.flatMap(startPages).filter((path) => !open.has(path)));
  await Promise.all([
    ...[...open].map((path) => storePage(path, true)),
    ...[...start].map((path) => storePage(path, false)),
  ]);
}

/**
 * Stores a page and the files that it needs; the files of its islands only `withIslands`. A page that fails now is
 * stored at its next visit.
 */
async function storePage(path: string, withIslands: boolean): Promise<void> {
  const response = await fetch(path).catch(() => undefined);
  if (response?.status !== 200) return;
  const html = await response.clone().text();
  await (await caches.open(PAGES)).put(path, response);
  const source = withIslands ? html : html.replace(/<astro-island [^>]*>/g, '');
  await storeFiles(source.match(/\/_astro\/[\w.-]+\.(?:js|woff2)/g) ?? [], new Set());
}

/** Stores files and the modules that they import. `known` collects names, so that each file is fetched once. */
async function storeFiles(names: string[], known: Set<string>): Promise<void> {
  const fresh = [...new Set(names)].filter((name) => !known.has(name));
  for (const name of fresh) known.add(name);
  await Promise.all(
    fresh.map(async (name) => {
      const response = await fetch(name).catch(() => undefined);
      if (response?.status !== 200) return;
      const code = name.endsWith('.js') ? await response.clone().text() : '';
      await (await caches.open(FILES)).put(name, response);
      await storeFiles(
        [...code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, file]) => `/_astro/${file}`),
        known,
      );
    }),
  );
}

async function removeItself(): Promise<void> {
  await Promise.all([PAGES, FILES, PICTURES].map((name) => caches.delete(name)));
  await self.registration.unregister();
}
