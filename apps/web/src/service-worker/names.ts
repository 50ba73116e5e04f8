/** The built service worker's path. */
export const SERVICE_WORKER = '/service-worker.js';
/** Its cache of public pictures. */
export const PICTURES = 'pictures';
/** The icon of its notices. */
export const NOTICE_ICON = '/icons/app-192.png';
