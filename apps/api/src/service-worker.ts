/** The path of the web app's service worker, which browsers ask for again at every visit. */
export const SERVICE_WORKER = '/service-worker.js';

/**
 * Served instead of the service worker where it is switched off (SERVICE_WORKER=off): it takes the place of an installed
 * one, removes all caches, and then itself.
 */
export const NO_SERVICE_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    indexedDB.deleteDatabase('workbox-expiration');
    await self.registration.unregister();
  };
  event.waitUntil(remove());
});
`;
