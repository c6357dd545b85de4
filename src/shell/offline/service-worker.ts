import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { isKeptFile, isKeptPage, isKeptPicture, isPage, startPages } from './kept.ts';
import { offlinePage } from './offline-page.ts';

// The worker's own types would stand in for the page's in the whole project.
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<{ url: string }[]> };
  registration: { unregister(): Promise<boolean>; navigationPreload?: { enable(): Promise<void> } };
};
/** Put in by the build: whether it is to keep anything, or to remove itself. */
declare const OFFLINE: boolean;

const PAGES = 'pages';
const FILES = 'files';
const PICTURES = 'pictures';
/** A slow network gets this long before the kept copy shows. */
const PATIENCE_S = 10;

// What personal pages and errors say is not for keeping.
const onlyPublic = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && !/no-store|private/.test(response.headers.get('cache-control') ?? '') ? response : null,
};
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: PATIENCE_S,
  plugins: [onlyPublic, new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * 24 * 3600, purgeOnQuotaError: true })],
});
const keepFirst = (cacheName: string, maxEntries: number) =>
  new CacheFirst({
    cacheName,
    plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true })],
  });

if (OFFLINE) {
  setCatchHandler(async ({ request }) => {
    const { pathname } = new URL(request.url);
    return request.mode === 'navigate' && isPage(pathname) ? offlinePage(pathname) : Response.error();
  });
  registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isKeptPage(url.pathname), pages);
  // Of a page that the worker leaves alone the browser would ask twice: its own request, begun beforehand, would answer nobody.
  registerRoute(({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate', new NetworkOnly());
  // Apart: the pictures of some listings would push out the scripts of the cart.
  registerRoute(({ url, sameOrigin }) => sameOrigin && isKeptPicture(url.pathname), keepFirst(PICTURES, 300));
  registerRoute(({ url, sameOrigin }) => sameOrigin && isKeptFile(url.pathname), keepFirst(FILES, 100));
  self.addEventListener('activate', (event) => event.waitUntil(Promise.all([askBeforehand(), keepOpenPages()])));
} else {
  self.addEventListener('activate', (event) => event.waitUntil(removeItself()));
}
self.addEventListener('install', () => void self.skipWaiting());

/** The browser asks for a page while the worker is still starting, which takes a slow phone a tenth of a second. */
const askBeforehand = async () => self.registration.navigationPreload?.enable();

/**
 * The page that registered the worker was loaded without it; with it come the home page and the cart of its language. Their
 * islands come when they are opened: the cart shows what is in it without them, and React is worth more than all the rest.
 */
async function keepOpenPages(): Promise<void> {
  await self.clients.claim();
  const paths = (await self.clients.matchAll({ type: 'window' })).map(({ url }) => new URL(url).pathname);
  const open = new Set(paths.filter(isKeptPage));
  const start = new Set(paths.flatMap(startPages).filter((path) => !open.has(path)));
  await Promise.all([...[...open].map((path) => keepPage(path, true)), ...[...start].map((path) => keepPage(path, false))]);
}

/** A page and the files that it needs, those of its islands only `withIslands`. One that can't be had now is kept when it is visited. */
async function keepPage(path: string, withIslands: boolean): Promise<void> {
  const response = await fetch(path).catch(() => undefined);
  if (response?.status !== 200) return;
  const html = await response.clone().text();
  await (await caches.open(PAGES)).put(path, response);
  const needing = withIslands ? html : html.replace(/<astro-island [^>]*>/g, '');
  await keepFiles(needing.match(/\/_astro\/[\w.-]+\.(?:js|woff2)/g) ?? [], new Set());
}

/** Files, and the modules that they import. */
async function keepFiles(names: string[], known: Set<string>): Promise<void> {
  const fresh = [...new Set(names)].filter((name) => !known.has(name));
  for (const name of fresh) known.add(name);
  await Promise.all(
    fresh.map(async (name) => {
      const response = await fetch(name).catch(() => undefined);
      if (response?.status !== 200) return;
      const code = name.endsWith('.js') ? await response.clone().text() : '';
      await (await caches.open(FILES)).put(name, response);
      await keepFiles(
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
