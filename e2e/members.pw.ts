import { expect } from '@playwright/test';
import { Person } from './people.js';
import { test } from './test.js';

test('a farm applies, is refused with a reason, applies again and is approved, live for both', async ({
  browser,
}) => {
  const [farmer, admin] = await Promise.all([
    Person.signUp(browser, 'farmer', 'Wren'),
    Person.open(browser, 'admin'),
  ]);
  await admin.openLive('/dashboard/admin/farms');
  await farmer.page.goto('/dashboard/farmer/profile');
  await expect(farmer.page.getByRole('heading', { name: 'Not on the market yet' })).toBeVisible();
  await farmer.page.getByLabel('Name of the farm').fill('Wren Meadow');
  await farmer.page.getByLabel('Town').fill('Chatham');
  await farmer.page.getByRole('textbox', { name: 'State' }).fill('NY');
  await farmer.page.getByRole('checkbox', { name: 'We deliver to the door' }).check();
  await farmer.page.getByRole('button', { name: 'Save the page' }).click();
  await farmer.page.getByRole('button', { name: 'Ask to sell' }).click();
  const state = (name: string) => farmer.page.getByRole('heading', { name });
  await expect(state('We are looking at your farm')).toBeVisible();

  const card = admin.page.getByRole('article', { name: 'Wren Meadow' });
  await card.getByRole('button', { name: 'Refuse: Wren Meadow' }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Please tell us how you grow.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(state('Your farm was refused')).toBeVisible();
  await expect(farmer.page.getByText('Please tell us how you grow.')).toBeVisible();
  await expect(farmer.page.getByRole('link', { name: /^Inbox, [1-9]/ })).toBeVisible();

  await farmer.page.getByRole('button', { name: 'Ask again' }).click();
  await expect(card.getByText('Pending', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Approve: Wren Meadow' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(state('Your farm sells')).toBeVisible();
});

test('read notifications update the other tab, and a contact message arrives live', async ({
  browser,
}) => {
  const farmer = await Person.open(browser, 'farmer');
  const admin = await Person.open(browser, 'admin');
  const other = await farmer.page.context().newPage();
  await farmer.openLive('/inbox');
  await admin.openLive('/dashboard/admin/messages');
  await other.goto('/dashboard/farmer/products');
  await expect(other.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(other.getByRole('link', { name: /^Inbox, [1-9]/ })).toBeVisible();
  await farmer.page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(other.getByRole('link', { name: 'Inbox, nothing new' })).toBeVisible();

  await other.goto('/contact');
  await other.getByLabel('First name').fill('Ida');
  await other.getByLabel('Last name').fill('Ask');
  await other.getByLabel('E-mail address').fill('ida@example.org');
  await other.getByLabel('Subject').fill('Do you sell quinces?');
  await other.getByLabel('Message', { exact: true }).fill('My tree had none this year.');
  await other.getByRole('button', { name: 'Send message' }).click();
  await expect(admin.page.getByRole('article', { name: 'Do you sell quinces?' })).toBeVisible();
  admin.expectNoRefetch();
});
