import { expect, type Page } from '@playwright/test';
import { demoCaller, farmProduct } from './api.js';
import { Person } from './people.js';
import { expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';

const PHONE = { width: 360, height: 640 };

/** The link of a new invitation of this role, as its QR code has it. */
async function invite(owner: Page, role: 'packer' | 'driver'): Promise<string> {
  await owner.goto('/dashboard/farmer/team');
  const answered = owner.waitForResponse((answer) => answer.url().endsWith('/team/invitations'));
  await owner.getByRole('button', { name: 'Invite' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const shown = owner.getByRole('dialog', { name: 'The invitation' });
  await expect(shown.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible();
  await expectNoHorizontalOverflow(owner, 'the QR code');
  const { link } = (await (await answered).json()) as { link: string };
  await shown.getByRole('button', { name: 'Close' }).last().click();
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

test('owner, packer, driver and customer, each on a phone, through one delivery', async ({
  browser,
  request,
}) => {
  const call = await demoCaller(request);
  const [owner, packer, driver, customer] = [
    await Person.open(browser, 'farmer'),
    await Person.signUp(browser, 'customer', 'Petra'),
    await Person.signUp(browser, 'customer', 'Dario'),
    await Person.open(browser, 'customer'),
  ];
  for (const { page } of [owner, packer, driver, customer]) await page.setViewportSize(PHONE);

  await test.step('the owner invites a packer and a driver, who join', async () => {
    for (const [person, role, heading] of [
      [packer, 'packer', 'Packing'],
      [driver, 'driver', 'Stops'],
    ] as const) {
      const link = await invite(owner.page, role);
      await person.page.goto(link);
      await expect(person.page).toHaveURL(/\/join$/);
      await person.page.getByRole('button', { name: 'Join' }).click();
      await expect(person.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await expect(owner.page.getByText('Petra Meadow', { exact: true })).toBeVisible();
    await expectNoHorizontalOverflow(owner.page, 'the team');
  });

  const product = await farmProduct(call);
  await customer.openCheckoutWith(product._id);
  await customer.enterAddress();
  await customer.page.getByRole('button', { name: 'Place order' }).click();
  await expect(customer.page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
  await expect(customer.page.getByRole('main')).toContainText(/FG-\w{6,}/);
  const code = /FG-\w+/.exec(await customer.page.getByRole('main').innerText())?.[0] ?? '';

  await test.step('the packer sees the order come, without a price, and packs it', async () => {
    const order = packer.page.getByRole('listitem', { name: `Order ${code}` });
    await expect(order).toBeVisible();
    expect(await packer.page.getByRole('main').innerText()).not.toMatch(/\$\d/);
    expect(await packer.page.getByRole('main').innerText()).not.toContain('Mill Lane');
    await order.getByRole('button', { name: `Accept: ${code}` }).click();
    await order.getByRole('button', { name: `Packed: ${code}` }).click();
    await expect(order.getByText('Packed', { exact: true })).toBeVisible();
    await expectNoHorizontalOverflow(packer.page, 'the packing list');
  });

  await test.step('the customer sees it at once, and the owner who did it', async () => {
    await expect(customer.page.getByText(/Packed/).first()).toBeVisible();
    await owner.page.goto(new URL(customer.page.url()).pathname);
    await expect(owner.page.getByText(/Petra Meadow/).first()).toBeVisible();
  });

  await test.step('the driver sees stops only, and none of the owner’s pages', async () => {
    await driver.page.goto('/dashboard/farmer/money');
    await expect(driver.page.getByRole('heading', { level: 1, name: 'Stops' })).toBeVisible();
    await expectNoHorizontalOverflow(driver.page, 'the stops');
  });

  await test.step('who is removed sees nothing of the farm any more, at once', async () => {
    await owner.page.goto('/dashboard/farmer/team');
    await owner.page.getByRole('button', { name: 'Remove Petra Meadow' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(packer.page).toHaveURL(/\/dashboard\/customer/);
    await expect(packer.page.getByText(code)).toBeHidden();
  });
});
