import { deviceIdOf } from '#libs/contracts';
import { SERVICE_WORKER } from '../../service-worker/names';
import { isAppleMobile, isInstalled } from '../browser/device';

/** Whether this browser can get pushes; on iOS only the installed app can. */
export type PushSupport = 'yes' | 'needs-install' | 'blocked' | 'no';

export function pushSupport(): PushSupport {
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!can) return isAppleMobile() && !isInstalled() ? 'needs-install' : 'no';
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

/** This browser's subscription; null if it has none. */
async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** The server's id of this browser; null if it has no subscription. */
export async function thisDevice(): Promise<string | null> {
  // private windows refuse it
  const own = await subscription().catch(() => null);
  return own && idOf(own.endpoint);
}

async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'));
  return deviceIdOf(hex.join(''));
}

export interface BrowserSubscription {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * Asks for permission and subscribes at the browser's push service. Returns null if the person does not permit it; rejects
 * if the push service cannot be reached.
 */
export async function subscribe(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  // the app has none yet if the browser is asked to save data
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const made = await pushManager.subscribe(options).catch(async () => {
    // one that was made with another key of the shop stands in the way
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint } = made;
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { id: await idOf(endpoint), endpoint, keys: { p256dh, auth } };
}

/** Ends this browser's subscription, and removes what its person was shown. */
export async function endPushes(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await clearNotices();
}

/** Removes the shown notices and the badge. */
export async function clearNotices(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
  await navigator.clearAppBadge?.();
}
