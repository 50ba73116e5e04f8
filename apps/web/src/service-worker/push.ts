import * as z from 'zod/mini';
import { pushMessageSchema } from '#libs/contracts';
import type { PageMessage } from './messages';
import { NOTICE_ICON } from './names';

/** What a shown notice remembers. */
const shownSchema = z.object({ id: z.string(), at: z.string(), path: z.string() });
type Shown = z.infer<typeof shownSchema>;

/** Shows pushes, and opens their pages. */
export function handlePushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { data: shown } = shownSchema.safeParse(event.notification.data);
    event.waitUntil(open(worker, shown?.path ?? '/'));
  });
}

async function show(
  { registration, navigator }: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
) {
  const { data: message } = pushMessageSchema.safeParse(parsed(data));
  // of another build: the browser says by itself that there is something new
  if (message === undefined) return;
  const { id, tag, title, body, path, at, unread } = message;
  const before = (await registration.getNotifications({ tag })).flatMap(
    (shown) => shownSchema.safeParse(shown.data).data ?? [],
  );
  // pushes overtake each other
  if (before.some((shown) => shown.at > at)) return;
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    ...{ tag, body, icon: NOTICE_ICON, timestamp: Date.parse(at) },
    data: { id, at, path } satisfies Shown,
    // one that came twice makes no second sound
    renotify: !before.some((shown) => shown.id === id),
  };
  await registration.showNotification(title, options);
  // not every browser has badges
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

function parsed(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** Shows a page in a window that is open, which keeps what is typed there, or else in a new one. */
async function open({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [shown] = windows.toSorted((one, other) => rankOf(other) - rankOf(one));
  if (shown === undefined) return void (await clients.openWindow(path));
  shown.postMessage({ type: 'open', path } satisfies PageMessage);
  await shown.focus();
}

const rankOf = ({ focused, visibilityState }: WindowClient) =>
  Number(focused) * 2 + Number(visibilityState === 'visible');
