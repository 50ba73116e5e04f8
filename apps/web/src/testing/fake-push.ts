import { webcrypto } from 'node:crypto';
import {
  PUSH_DEVICES_MAX,
  type PushDto,
  pushDeviceRequestSchema,
  pushDtoSchema,
  setQuietHoursSchema,
} from '#libs/contracts';
import { type Handler, ok, problem } from './fake-response';

interface FakeServer {
  push: PushDto;
  on(route: string, handler: Handler): void;
}

/** The endpoint that the fake browser gets, and the beginning of its SHA-256. */
export const FAKE_ENDPOINT = 'https://push.example/send/1';
export const FAKE_DEVICE = '672d06b3eb19b708cd71c864';

export const noPush = (): PushDto => ({ devices: [], quiet: null, version: 0 });

/** A person's devices. Each endpoint but the fake browser's has an id of its own. */
export function addPushRoutes(server: FakeServer): void {
  server.on('GET /api/v1/push', () => ok(pushDtoSchema, server.push));
  server.on('PUT /api/v1/push/devices', async ({ body }) => {
    const { endpoint, name, kinds } = pushDeviceRequestSchema.parse(body);
    const _id = await idOf(endpoint);
    const others = server.push.devices.filter((device) => device._id !== _id);
    if (others.length >= PUSH_DEVICES_MAX) return problem('PUSH_DEVICE_LIMIT_REACHED', 409);
    const device = { _id, name, kinds, since: new Date().toISOString() };
    server.push = { ...server.push, devices: [device, ...others] };
    return ok(pushDtoSchema, server.push);
  });
  server.on('DELETE /api/v1/push/devices/:id', ({ params }) => {
    const devices = server.push.devices.filter(({ _id }) => _id !== params.id);
    server.push = { ...server.push, devices };
    return ok(pushDtoSchema, server.push);
  });
  server.on('PUT /api/v1/push/quiet-hours', ({ body }) => {
    server.push = { ...server.push, ...setQuietHoursSchema.parse(body) };
    return ok(pushDtoSchema, server.push);
  });
}

async function idOf(endpoint: string): Promise<string> {
  const hash = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return Buffer.from(hash).toString('hex').slice(0, 24);
}

/** A browser that can get pushes; jsdom cannot. */
export class FakePushBrowser {
  /** How often the person was asked. */
  asked = 0;
  /** What the person answers. */
  answer: NotificationPermission = 'granted';
  isSubscribed = false;
  badge: number | null = null;
  /** How often the shown notices were removed. */
  cleared = 0;
  /** Delivers what the service worker sends the page. */
  readonly worker = new EventTarget();

  constructor(public permission: NotificationPermission = 'default') {
    const browser = this;
    const made = {
      endpoint: FAKE_ENDPOINT,
      toJSON: () => ({ keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }),
      unsubscribe: async () => {
        browser.isSubscribed = false;
        return true;
      },
    };
    const registration = {
      pushManager: {
        getSubscription: async () => (browser.isSubscribed ? made : null),
        subscribe: async () => {
          browser.isSubscribed = true;
          return made;
        },
      },
      getNotifications: async () => [{ close: () => browser.cleared++ }],
    };
    const container = Object.assign(this.worker, {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    });
    define(window, 'PushManager', class {});
    define(window, 'Notification', {
      get permission() {
        return browser.permission;
      },
      requestPermission: async () => {
        browser.asked++;
        browser.permission = browser.answer;
        return browser.answer;
      },
    });
    define(navigator, 'serviceWorker', container);
    define(navigator, 'setAppBadge', async (count: number) => {
      browser.badge = count;
    });
    define(navigator, 'clearAppBadge', async () => {
      browser.badge = 0;
    });
    define(globalThis.crypto, 'subtle', webcrypto.subtle);
  }

  remove(): void {
    Reflect.deleteProperty(window, 'PushManager');
    Reflect.deleteProperty(window, 'Notification');
    for (const name of ['serviceWorker', 'setAppBadge', 'clearAppBadge'])
      Reflect.deleteProperty(navigator, name);
  }
}

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });
