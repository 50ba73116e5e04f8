import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { demoCaller } from './api.js';
import { ChangingServer } from './changing-server.js';
import { Person } from './people.js';
import { test } from './test.js';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** Resolves when the page's service worker has cached the app. */
const INSTALLED = `navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' ||
  new Promise((resolve) => active.addEventListener('statechange', () => resolve(true), { once: true })))`;

/** The names of what IndexedDB keeps. */
const KEPT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('kept');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const db = opening.result;
    if (!db.objectStoreNames.contains('queries')) return resolve([]);
    const keys = db.transaction('queries').objectStore('queries').getAllKeys();
    keys.onsuccess = () => { db.close(); resolve(keys.result); };
  };
})`;

/** Waits until data is kept under names that contain these; what keeps it is loaded after the page. */
async function expectKept(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await expect
      .poll(() => page.evaluate<string[]>(KEPT))
      .toContainEqual(expect.stringContaining(name));
}

/** Closes the app and opens it again at a path, without a connection. */
async function openOffline(context: BrowserContext, path: string): Promise<Page> {
  for (const page of context.pages()) await page.close();
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('the browser finds nothing that stands in the way of installing the app', async ({
  browser,
}) => {
  const { page } = await Person.open(browser, 'customer');
  await page.goto('/products');
  await page.evaluate(INSTALLED);
  const devtools = await page.context().newCDPSession(page);
  const manifest = await devtools.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ start_url: '/start', id: '/' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // a test's context keeps nothing, as a private window, where no browser installs anything
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('a farm that has seen its day reads it without a connection, and how old it is', async ({
  browser,
}) => {
  const farmer = await Person.open(browser, 'farmer');
  const { page } = farmer;
  const context = page.context();
  await page.goto('/start');
  await expect(page).toHaveURL(/\/dashboard\/farmer\/orders/);
  await page.evaluate(INSTALLED);
  const card = page.getByRole('main').getByRole('link', { name: /^FG-/ }).first();
  await expect(card).toBeVisible();
  await page.goto('/dashboard/farmer/pick-list');
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeVisible();
  const picks = await page.getByRole('main').getByRole('checkbox').count();
  await expectKept(page, 'member', '"orders","list"', '"pick-list"', '"settings"');

  const offline = await openOffline(context, '/dashboard/farmer/pick-list');
  await expect(offline.getByRole('main').getByRole('checkbox')).toHaveCount(picks);
  await expect(offline.getByText(/Data from .* you are offline/)).toBeVisible();
});

/** Everything that this browser stores for the shop, as text. */
const STORED = `(async () => {
  const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push(name, request.url);
      const response = await cache.match(request);
      if (!/image|font/.test(response.headers.get('content-type'))) found.push(await response.text());
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of db.objectStoreNames)
      for (const read of ['getAllKeys', 'getAll'])
        found.push(name, await new Promise((resolve) => {
          const asked = db.transaction(store).objectStore(store)[read]();
          asked.onsuccess = () => resolve(JSON.stringify(asked.result));
        }));
    db.close();
  }
  return found.join('\\n');
})()`;

/** A customer whose order, address and name their browser keeps, and words by which these are found in it. */
async function keptCustomer(browser: Browser, name: string) {
  const customer = await Person.signUp(browser, 'customer', name);
  const { page } = customer;
  await page.evaluate(INSTALLED);
  await customer.fillCart('eggs');
  const order = await customer.checkOut();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const personal = [
    new RegExp(name, 'i'),
    /12 Mill Lane/,
    new RegExp(order.split('/').at(-1) ?? '-'),
    new RegExp((await page.evaluate<string>(`localStorage.getItem('token')`)).slice(-40)),
  ];
  await expectKept(page, 'member', '"orders","detail"', '"addresses"', '"cart"');
  await expect(async () => {
    const stored = await page.evaluate<string>(STORED);
    expect(personal.filter((word) => !word.test(stored))).toEqual([]);
  }).toPass();
  return { page, personal };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
}

/** Expects the app in the browser's storage, and none of these words. */
async function expectNothingOf(page: Page, personal: readonly RegExp[]): Promise<void> {
  await expect(async () => {
    const stored = await page.evaluate<string>(STORED);
    expect(stored.includes('/index.html'), 'the app is cached').toBe(true);
    expect(personal.filter((word) => word.test(stored))).toEqual([]);
  }).toPass();
}

test('a sign-out leaves nothing of the person in the browser', async ({ browser }) => {
  const { page, personal } = await keptCustomer(browser, 'Thistle');
  await signOut(page);
  await expect.poll(() => page.evaluate<string[]>(KEPT)).toEqual([]);
  await expectNothingOf(page, [...personal, /"token":/]);
});

test('a suspension leaves nothing of the person in the browser', async ({ browser, request }) => {
  const { page, personal } = await keptCustomer(browser, 'Burdock');
  const call = await demoCaller(request);
  const { users } = await call('admin', 'GET', '/users?q=burdock');
  const [user] = users;
  await call('admin', 'PATCH', `/users/${user?._id}/status`, {
    status: 'suspended',
    version: user?.version,
    reason: 'A test of what is left behind',
  });
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate<string[]>(KEPT)).toEqual([]);
  await expectNothingOf(page, personal);
});

test("another person's sign-in leaves nothing of the first, whose page is still open", async ({
  browser,
}) => {
  const { page, personal } = await keptCustomer(browser, 'Yarrow');
  const other = await page.context().newPage();
  await other.goto('/products');
  await signOut(other);
  await other.goto('/auth');
  await other.getByRole('button', { name: 'Demo farmer' }).click();
  await expect(other).toHaveURL(/\/products$/);
  await expectKept(other, 'member');
  await expectNothingOf(other, personal);
  // the first person's page writes nothing back when it is left
  await page.close();
  await expectNothingOf(other, personal);
});

test('what is typed without a connection stays, and is sent with one', async ({ browser }) => {
  const { page } = await Person.open(browser, 'customer');
  await page.goto('/contact');
  await page.evaluate(INSTALLED);
  const fields = {
    'First name': 'Ann',
    'Last name': 'Miller',
    'E-mail address': 'ann@example.org',
    Subject: 'Sorrel',
    Message: 'Do you have sorrel in spring?',
  };
  await page.context().setOffline(true);
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label).first().fill(text);
  const send = page.getByRole('main').getByRole('button', { name: /send/i });
  await send.click();
  await expect(page.getByText('You are offline. Check your connection').first()).toBeVisible();
  await expect(page.getByLabel('Message').first()).toHaveValue(fields.Message);
  await page.context().setOffline(false);
  await send.click();
  await expect(page.getByText(/We answer by e-mail/).first()).toBeVisible();
});

/** A demo member, or a visitor, at a server of the test's own. */
async function visit(
  browser: Browser,
  baseURL: string,
  serviceWorkers: 'allow' | 'block',
  role?: 'customer' | 'farmer',
): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers });
  const page = await context.newPage();
  await page.goto(role ? '/auth' : '/contact');
  if (role === undefined) return page;
  await page.getByRole('button', { name: `Demo ${role}` }).click();
  await expect(page).toHaveURL(/\/products$/);
  return page;
}

const NEW_VERSION = 'A new version is here.';
/** The file of the page's entry script. */
const ENTRY = `document.querySelector('script[type="module"][src]').getAttribute('src')`;
const live = (page: Page) => expect(page.getByText('Live', { exact: true }).first()).toBeVisible();

/**
 * Waits until a page has its parts that are loaded after it. One that is loaded only after the upgrade is gone, for
 * which a page without typed text is reloaded before it says anything.
 */
async function whole(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
  await live(page);
}

test('a new build strands no open page, and costs no typed text', async ({ browser, baseURL }) => {
  const server = await ChangingServer.start(baseURL ?? '');
  const installed = await visit(browser, server.url, 'allow', 'farmer');
  await installed.evaluate(INSTALLED);
  await installed.goto('/contact');
  const plain = await visit(browser, server.url, 'block', 'customer');
  const typing = await visit(browser, server.url, 'block');
  for (const page of [installed, plain]) await expectKept(page, 'member');
  for (const page of [installed, plain, typing]) await whole(page);
  for (const page of [installed, typing])
    await page.getByLabel('Message').fill('Do you have sorrel in spring?');

  server.upgrade();

  // the installed page says so, and still has all of its own build
  await expect(installed.getByText(NEW_VERSION)).toBeVisible();
  await expect(installed.getByLabel('Message')).toHaveValue('Do you have sorrel in spring?');
  await installed.getByRole('link', { name: 'FAQ' }).first().click();
  await installed.getByRole('button', { name: 'Leave' }).click();
  await expect(installed).toHaveTitle(/FAQ – Farmgate$/);
  expect(await installed.evaluate(ENTRY)).not.toContain('new-');
  await installed.getByRole('button', { name: 'Reload' }).click();
  await expect(installed).toHaveTitle(/FAQ – Farmgate$/);
  await expect.poll(() => installed.evaluate(ENTRY)).toContain('new-');

  // a page that has nothing to lose loads the new build when it needs a part
  await expect(plain.getByText(NEW_VERSION)).toBeVisible();
  await plain.getByRole('link', { name: 'Returns Policy' }).click();
  await expect(plain).toHaveTitle(/Returns Policy – Farmgate$/);
  await expect.poll(() => plain.evaluate(ENTRY)).toContain('new-');

  // one with typed text leaves the moment to the person
  await typing
    .getByRole('contentinfo')
    .getByRole('button', { name: /Live|Reconnecting/ })
    .click();
  await expect(typing.getByText(NEW_VERSION)).toBeVisible();
  await expect(typing.getByLabel('Message')).toHaveValue('Do you have sorrel in spring?');
  expect(await typing.evaluate(ENTRY)).not.toContain('new-');
  await server.stop();
});

test('a service worker that is switched off removes itself and its caches', async ({
  browser,
  baseURL,
}) => {
  const server = await ChangingServer.start(baseURL ?? '');
  const page = await visit(browser, server.url, 'allow', 'customer');
  await page.evaluate(INSTALLED);
  expect(await page.evaluate<string[]>('caches.keys()')).not.toEqual([]);
  server.switchWorkerOff();
  const left = `Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()])
    .then(([workers, names]) => workers.length + names.length)`;
  // until its page is left, a removed worker answers it, and may cache what it answers
  await expect(async () => {
    await page.reload();
    await live(page);
    expect(await page.evaluate<number>(left)).toBe(0);
  }).toPass();
  await page.reload();
  await live(page);
  expect(await page.evaluate<number>(left)).toBe(0);
  await server.stop();
});
