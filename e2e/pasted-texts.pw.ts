import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { Person } from './people.js';

test('what is pasted from a phone or a sheet is saved as it was meant', async ({ browser }) => {
  const { page } = await Person.signUp(browser, 'customer', 'Jo');
  await page.goto('/dashboard/customer/profile');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Recipient').fill('\u200Bשרה כהן\u200F ');
  const phone = dialog.getByLabel('Phone');
  await phone.fill('518 555 01000');
  await dialog.getByLabel('Street and number').fill('1\u00A0Elm\u00A0St');
  await dialog.getByLabel('City').fill('Texhoma');
  await dialog.getByLabel('State').selectOption({ label: 'Texas' });
  await dialog.getByLabel('ZIP code').fill('\u202A73960\u2013 1234\u202C');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  // Only the server has the tables of the world's numbers.
  await expect(phone).toHaveAccessibleDescription(/Must be a phone number such as 518 555 0100/);
  await phone.fill('tel:+1\u00A0(518)\u00A0555\u20110100 ext. 4');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Texhoma, TX 73960-1234')).toBeVisible();
  await expect(page.getByText('(518) 555-0100 ext. 4')).toBeVisible();
  await expect(page.getByText('שרה כהן', { exact: true })).toBeVisible();
});

test('an address with an international domain signs in, with spaces around it', async ({
  browser,
}) => {
  const { page } = await Person.open(browser);
  await page.goto('/sign-up?role=customer');
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('O’Brien');
  await page.getByLabel('E-mail address').fill('Ida@Bücher.example');
  await page.getByLabel('Password').fill('carrots and onions');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/products/);
  const other = await Person.open(browser);
  await other.page.goto('/sign-in');
  await other.page.getByLabel('E-mail address').fill(' ida@xn--bcher-kva.example\u00A0');
  await other.page.getByLabel('Password').fill('carrots and onions');
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.page).toHaveURL(/\/products/);

  const admin = await Person.open(browser, 'admin');
  for (const q of ["o'brien ida", 'Ida <ida@bücher.example>']) {
    await admin.page.goto(`/dashboard/admin/users?q=${encodeURIComponent(q)}`);
    await expect(admin.page.getByText('ida@xn--bcher-kva.example').first()).toBeVisible();
  }
});

test('a table that the page has is downloaded as a file that Excel reads', async ({ browser }) => {
  const { page } = await Person.open(browser, 'admin');
  await page.goto('/dashboard/admin');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download CSV: / })
      .first()
      .click(),
  ]);
  const file = await readFile(await download.path());
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(file.toString('utf8')).toContain('\r\n');
});
