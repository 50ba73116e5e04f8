import { isUpgraded, pageLoaded } from '../../lib/api/chunks';
import type { WorkerMessage } from '../../service-worker/messages';
import { SERVICE_WORKER } from '../../service-worker/names';

/**
 * Installs the service worker after the page is loaded, or removes it where it is switched off. A worker
 * of this page's build that waits takes over if no other page is open; one of a newer build keeps waiting, so that this
 * page keeps its chunks.
 */
export async function registerWorker(isOn: boolean): Promise<void> {
  const workers = navigator.serviceWorker;
  if (workers === undefined) return;
  await pageLoaded();
  if (!isOn) return removeWorker();
  if (isSavingData()) return;
  const registration = await workers.register(SERVICE_WORKER);
  const { waiting } = registration;
  if (waiting === null || (await isUpgraded())) return;
  waiting.postMessage({ type: 'activate-if-alone' } satisfies WorkerMessage);
}

/**
 * The worker that the server serves then removes itself too, but waits while the one before has a request in work, which
 * on a busy device takes minutes.
 */
async function removeWorker(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Looks for a newer worker; the browser itself does so once a day, and when a page is opened. */
export async function updateWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.update();
}

/** Whether the person asked the browser to load little, and has not installed the app. */
function isSavingData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData');
  return saves === true && !matchMedia('(display-mode: standalone)').matches;
}
