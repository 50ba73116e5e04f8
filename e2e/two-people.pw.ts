import { type BrowserContext, expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { Person } from './people.js';
import { test } from './test.js';

// Playwright switches the back/forward cache off unless told otherwise; the headless shell has none.
test.use({
  launchOptions: {
    executablePath: findChromium(['chromium', 'google-chrome', 'chromium-headless-shell']),
    args: CHROMIUM_FLAGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

const OTHER = 'Priya Raman';
const ADD = 'Add Nantes Carrots to cart';

/** In a second tab of the browser, its person signs out and another one in. */
async function signInElsewhere(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/products');
  await tab.getByRole('button', { name: 'Your account' }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(tab.getByRole('button', { name: 'Your account' })).toHaveCount(0);
  await tab.goto('/sign-in');
  await tab.getByLabel('E-mail address').fill('priya.raman@demo.farmgate.test');
  await tab.getByLabel('Password').fill('farmgate-demo');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await expect(tab.getByRole('button', { name: 'Your account' })).toBeVisible();
  return tab;
}

/** The person who is signed in in the browser, as the server knows them. */
async function signedInPerson(page: Page): Promise<{ name: string }> {
  const token = await page.evaluate<string | null>(`localStorage.getItem('token')`);
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get('/api/v1/users/me', { headers })).json();
}
async function expectOnlyTheNotice(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { name: `Signed in as ${OTHER} in another tab` }),
  ).toBeVisible();
  await expect(page.getByRole('button')).toHaveText([`Continue as ${OTHER}`]);
  await expect(page.getByRole('link')).toHaveCount(0);
}

test('a click in the tab of the first person puts nothing into the cart of the second', async ({
  browser,
}) => {
  const { page } = await Person.signUp(browser, 'customer', 'Ida');
  await page.goto('/products?q=Nantes%20Carrots');
  await page.getByRole('button', { name: ADD }).waitFor();
  const { token } = await (
    await page.request.post('/api/v1/demo/sign-in', { data: { role: 'customer', index: 2 } })
  ).json();
  const headers = { authorization: `Bearer ${token}` };
  const cart = async () => (await page.request.get('/api/v1/cart', { headers })).json();
  const before = await cart();

  // the click comes right after the token, before the page hears of the change
  await page.evaluate(`{
    const add = [...document.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === '${ADD}');
    localStorage.setItem('token', '${token}');
    add.click();
  }`);
  await expectOnlyTheNotice(page);
  expect(await cart()).toEqual(before);

  await page.getByRole('button', { name: `Continue as ${OTHER}` }).click();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  expect((await signedInPerson(page)).name).toBe(OTHER);
});

test('a tab says at once that another person has signed in', async ({ browser }) => {
  const { page } = await Person.signUp(browser, 'customer', 'Jana');
  await page.goto('/cart');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  await signInElsewhere(page.context());
  await expectOnlyTheNotice(page);
});

test('going back to a form of the first person does not rename the second', async ({ browser }) => {
  const { page } = await Person.signUp(browser, 'customer', 'Klara');
  await page.goto('/dashboard/customer/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('Renamed');
  await page.evaluate(
    `addEventListener('pageshow', (event) => { window.wasCached = event.persisted })`,
  );
  await page.goto('/about');
  const tab = await signInElsewhere(page.context());

  // after the call, which a page that is left cannot answer
  await page.evaluate('setTimeout(() => history.back()) && null');
  await expect(page).toHaveURL('/dashboard/customer/profile');
  if (await page.evaluate('window.wasCached === true')) await expectOnlyTheNotice(page);
  else await expect(page.getByLabel('First name')).toHaveValue('Priya');
  expect((await signedInPerson(tab)).name).toBe(OTHER);
});
