import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { workerMessageSchema } from './messages';
import { PICTURES } from './names';
import { handlePushes } from './push';

declare const self: ServiceWorkerGlobalScope & {
  /** The built files, which the build writes here. */
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
};

/** Milliseconds that a server may take to answer a navigation; then the page comes from the cache. */
const NAVIGATION_MS = 4_000;
const DAY_S = 24 * 60 * 60;
const SHELL = '/index.html';

clientsClaim();
handlePushes(self);
cleanupOutdatedCaches();

// the page compares this file with itself to learn of a new build, so it must come from the server
registerRoute(SHELL, new NetworkOnly());

// Pages come from the server, which renders them, or without it from the shell. A page of an older build keeps its
// worker, and so its chunks: a new worker waits until no page of the old one is left.
registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      const shell = await matchPrecache(SHELL);
      if (shell === undefined) return fetch(request);
      return answerOf(request, NAVIGATION_MS).catch(() => shell);
    },
    { denylist: [/^\/(api|dev|pictures|produce|share|assets|\.well-known)\//, /^[^?]*\.\w+$/] },
  ),
);

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

// the answers of the API are in no route: they are personal, and never cached here
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.*\.woff2$/.test(url.pathname),
  new CacheFirst({ cacheName: 'fonts', plugins: [new ExpirationPlugin({ maxEntries: 16 })] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(produce|pictures)\//.test(url.pathname),
  new CacheFirst({
    cacheName: PICTURES,
    plugins: [
      {
        cacheWillUpdate: async ({ response }) =>
          response.ok && /\bpublic\b/.test(response.headers.get('cache-control') ?? '')
            ? response
            : null,
      },
      new ExpirationPlugin({
        maxEntries: 200,
        maxAgeSeconds: 7 * DAY_S,
        purgeOnQuotaError: true,
      }),
    ],
  }),
);

self.addEventListener('message', (event) => {
  const message = workerMessageSchema.safeParse(event.data);
  if (message.success) event.waitUntil(activateIfAlone());
});

/** A waiting worker takes over at once if its only page is of its own build, which asks for it. */
async function activateIfAlone(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}

/** The server's response. Rejects if there is none after `timeoutMs`. */
async function answerOf(request: Request, timeoutMs: number): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the server is late')), timeoutMs);
  });
  return Promise.race([fetch(request), late]).finally(() => clearTimeout(timer));
}
