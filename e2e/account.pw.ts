import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { expectGoodOnAllScreens, open } from './screen-checks.js';
import { test } from './test.js';

const PRODUCT = 'Nantes Carrots';

test('a visitor fills a cart, signs up, and the new account has the cart', async ({ browser }) => {
  const { page } = await Person.open(browser);
  await page.goto(`/products?q=${encodeURIComponent(PRODUCT)}`);
  await page.getByRole('button', { name: `Add ${PRODUCT} to cart` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sign in to check out' })).toBeVisible();
  await page.goto('/sign-up?role=customer');
  await page.getByLabel('First name').fill('Greta');
  await page.getByLabel('Last name').fill('Guest');
  await page.getByLabel('E-mail address').fill('greta.guest@example.org');
  await page.getByLabel('Password').fill('carrots and onions');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/products/);
  await page.goto('/cart');
  await expect(page.getByText(PRODUCT).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeVisible();
});

test('a wrong password is shown at its field, and a new farmer opens the dashboard', async ({
  browser,
}) => {
  const { page } = await Person.open(browser);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail address').fill('emma.castillo@demo.farmgate.test');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'The e-mail address and the password do not match',
  );
  await page.goto('/sign-up?role=farmer');
  await page.getByLabel('First name').fill('Fern');
  await page.getByLabel('Last name').fill('Field');
  await page.getByLabel('E-mail address').fill('fern.field@example.org');
  await page.getByLabel('Password').fill('carrots and onions');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/products/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/farmer/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a mailed link sets a new password and ends the other sessions', async ({ browser }) => {
  const elsewhere = await Person.signUp(browser, 'customer', 'Flora');
  const { page } = await Person.open(browser);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // the page before has an e-mail field too
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible();
  await page.getByLabel('E-mail address').fill('flora.meadow@example.org');
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('link', { name: 'See what it would have sent' }).click();
  const row = page.getByRole('row', { name: /flora\.meadow.*Choose a new password/ });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await row.getByRole('link').click();
  const text = await page.locator('pre').innerText();
  await page.goto(/: (http\S+new-password#\S+)/.exec(text)?.[1] ?? '');
  await page.getByLabel('New password', { exact: true }).fill('onions and carrots');
  await expect(page).toHaveURL(/new-password$/);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill('flora.meadow@example.org');
  await page.getByLabel('Password').fill('onions and carrots');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/products/);
  const token = await elsewhere.page.request.get('/api/auth/token');
  expect(token.status()).toBe(401);
});

test('route guards redirect visitors and other roles', async ({ browser }) => {
  const visitor = await Person.open(browser);
  for (const path of [
    '/dashboard',
    '/dashboard/admin',
    '/cart',
    '/orders/000000000000000000000000',
  ]) {
    await visitor.page.goto(path);
    await expect(visitor.page, path).toHaveURL(/\/auth/);
  }
  const farmer = await Person.open(browser, 'farmer');
  for (const path of ['/dashboard/admin/users', '/dashboard/customer', '/admin', '/my-products']) {
    await farmer.page.goto(path);
    await expect(farmer.page, path).toHaveURL(/\/dashboard\/farmer/);
  }
  await farmer.page.goto('/');
  await expect(farmer.page, 'entering at / signed in').toHaveURL(/\/dashboard\/farmer/);
});

test('the profile is read-only until edited, and is saved', async ({ browser }) => {
  const { page } = await Person.open(browser, 'customer');
  await page.goto('/dashboard/customer/profile');
  const [firstName, phone] = [
    page.getByLabel('First name'),
    page.getByRole('textbox', { name: 'Phone' }),
  ];
  await expect(firstName).toHaveValue('Emma');
  await expect(firstName).not.toBeEditable();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(firstName).toBeFocused();
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await firstName.fill('Nobody');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(firstName).toHaveValue('Emma');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await firstName.fill('  Emmeline ');
  await phone.fill('+1 518 555 0100');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(firstName).not.toBeEditable();
  await page.reload();
  await expect(firstName).toHaveValue('Emmeline');
  await expect(phone).toHaveValue('(518) 555-0100');
});

test('a person downloads all that the shop holds about them', async ({ browser }) => {
  const { page } = await Person.signUp(browser, 'customer', 'Maple');
  await page.goto('/dashboard/customer/profile');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a copy of my data' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('farmgate-archive.zip');
  const files = unzipSync(new Uint8Array(readFileSync(await file.path())));
  const { profile, sessions } = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));
  expect(profile).toMatchObject([{ email: 'maple.meadow@example.org' }]);
  expect(sessions).toHaveLength(1);
  const read = strFromU8(files['index.html'] ?? new Uint8Array());
  expect(read).toContain('maple.meadow@example.org');
});

test('a person deletes their account, after an order that stands in the way', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const product = await farmProduct(call);
  const leaving = await Person.signUp(browser, 'customer', 'Linden');
  const { page } = leaving;
  await leaving.openCheckoutWith(product._id);
  await leaving.enterAddress();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
  const orderPath = new URL(page.url()).pathname;
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  const ask = async () => {
    await open(page, '/dashboard/customer/profile');
    await page.getByRole('button', { name: 'Delete my account…' }).click();
  };

  await test.step('the open order is named, with where to find it', async () => {
    await ask();
    await expect(dialog).toContainText('An order of yours is not handed over yet');
    await dialog.getByRole('link', { name: 'See it' }).click();
    await expect(page).toHaveURL(/\/dashboard\/customer\/orders$/);
    const [part] = (await call('farmer', 'GET', orderPath)).parts;
    const change = { version: part.version, declineReason: 'quality', reason: 'Frost' };
    await call('farmer', 'POST', `${orderPath}/parts/${part._id}/changes`, {
      ...change,
      status: 'declined',
    });
  });

  await test.step('then the account goes with the typed address', async () => {
    await ask();
    await expect(dialog).toContainText('What goes at once');
    await dialog.getByLabel('Type your e-mail address to confirm').fill('linden@example.org');
    await dialog.getByRole('button', { name: 'Delete it for good' }).click();
    await expect(dialog).toContainText('Type the e-mail address of this account');
    const email = dialog.getByLabel('Type your e-mail address to confirm');
    await email.fill('linden.meadow@example.org');
    await expectGoodOnAllScreens(page, 'the deletion of an account');
    await dialog.getByRole('button', { name: 'Delete it for good' }).click();
    await expect(page.getByText('Your account is deleted')).toBeVisible();
  });

  await test.step('nobody signs in with it, and the farm sees a pseudonym', async () => {
    await page.goto('/sign-in');
    await page.getByLabel('E-mail address').fill('linden.meadow@example.org');
    await page.getByLabel('Password').fill('carrots and onions');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const refusal = 'The e-mail address and the password do not match';
    await expect(page.getByText(refusal, { exact: true })).toBeVisible();
    const farm = await Person.open(browser, 'farmer');
    await expect(async () => {
      await farm.page.goto(orderPath);
      await expect(farm.page.getByText(/Deleted account [0-9A-F]{6}/).first()).toBeVisible();
      await expect(farm.page.getByText('Linden Meadow')).toHaveCount(0);
    }).toPass({ timeout: 60_000 });
  });
});

test('the contact form sends a message and shows its number', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Ask');
  await page.getByLabel('E-mail address').fill('ida@example.org');
  await page.getByLabel('Subject').fill('A carrot with two legs');
  await page.getByLabel('Message', { exact: true }).fill('It looks at me. What now?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/Its number is FG-M-\w{8}/).first()).toBeVisible();
});
