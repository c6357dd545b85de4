import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute, setCatchHandler } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { isKeptFile, isKeptPage, startPages } from './kept.ts';
import { offlinePage } from './offline-page.ts';

// The worker's own types would stand in for the page's in the whole project.
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<{ url: string }[]> };
  registration: { unregister(): Promise<boolean> };
};
/** Put in by the build: whether it is to keep anything, or to remove itself. */
declare const OFFLINE: boolean;

const PAGES = 'pages';
const FILES = 'files';
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
const files = new CacheFirst({
  cacheName: FILES,
  plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 300, purgeOnQuotaError: true })],
});

if (OFFLINE) {
  setCatchHandler(async ({ request }) => (request.mode === 'navigate' ? offlinePage(new URL(request.url).pathname) : Response.error()));
  registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isKeptPage(url.pathname), pages);
  registerRoute(({ url, sameOrigin }) => sameOrigin && isKeptFile(url.pathname), files);
  self.addEventListener('activate', (event) => event.waitUntil(keepOpenPages()));
} else {
  self.addEventListener('activate', (event) => event.waitUntil(removeItself()));
}
self.addEventListener('install', () => void self.skipWaiting());

/** The page that registered the worker was loaded without it; with it come the home page and the cart of its language. */
async function keepOpenPages(): Promise<void> {
  await self.clients.claim();
  const open = await self.clients.matchAll({ type: 'window' });
  const paths = new Set(open.flatMap(({ url }) => [new URL(url).pathname, ...startPages(new URL(url).pathname)]).filter(isKeptPage));
  await Promise.all([...paths].map(keepPage));
}

/** A page and the files that it needs. One that can't be had now is kept when it is visited. */
async function keepPage(path: string): Promise<void> {
  const response = await fetch(path).catch(() => undefined);
  if (response?.status !== 200) return;
  const html = await response.clone().text();
  await (await caches.open(PAGES)).put(path, response);
  await keepFiles(html.match(/\/_astro\/[\w.-]+\.(?:js|woff2)/g) ?? [], new Set());
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
  await Promise.all([PAGES, FILES].map((name) => caches.delete(name)));
  await self.registration.unregister();
}
