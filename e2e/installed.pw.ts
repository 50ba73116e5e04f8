import { type BrowserContext, expect, type Page } from '@playwright/test';
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
