import { expect, type Page } from '@playwright/test';
import { demoCaller, farmProduct } from './api.js';
import { launchWithCamera } from './fake-camera.js';
import { Person } from './people.js';
import { TestSchedules } from './schedules.js';
import { expectNoHorizontalOverflow } from './screen-checks.js';
import { test } from './test.js';

/** Of the demo customer's address. */
const STREET = '12 Main Street';
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

test('owner, packer, driver and customer, each on a phone, through one delivery day', async ({
  browser,
  request,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const call = await demoCaller(request);
  const schedules = await TestSchedules.of(call, 'hollow-creek-farm');
  const [owner, packer, driver, customer] = [
    await Person.open(browser, 'farmer'),
    await Person.signUp(browser, 'customer', 'Petra'),
    await Person.signUp(browser, 'customer', 'Dario'),
    await Person.open(browser, 'customer'),
  ];
  for (const { page } of [owner, packer, driver, customer]) await page.setViewportSize(PHONE);
  try {
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

    const code = await test.step('the customer orders for today', async () => {
      const { page } = customer;
      await schedules.addRoundOfToday();
      const product = await farmProduct(call);
      await customer.openCheckoutWith(product._id);
      await page.getByRole('radio', { name: STREET }).check();
      await page.getByRole('radio', { name: 'Delivery', exact: true }).check();
      await page
        .getByRole('group', { name: /^Day for/ })
        .getByRole('radio')
        .first()
        .check();
      await page.getByRole('button', { name: 'Place order' }).click();
      await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
      await expect(page.getByRole('main')).toContainText(/FG-\w{6,}/);
      await expectNoHorizontalOverflow(page, 'the new order');
      return /FG-\w+/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
    });
    const orderPath = new URL(customer.page.url()).pathname;
    const stop = driver.page.getByRole('article').filter({ hasText: code });

    await test.step('the packer sees the order come, without a price, and packs it', async () => {
      const order = packer.page.getByRole('listitem', { name: `Order ${code}` });
      await expect(order).toBeVisible();
      await expectNoHorizontalOverflow(packer.page, 'the packing list');
      const shown = await packer.page.getByRole('main').innerText();
      expect(shown).not.toMatch(/\$\d/);
      expect(shown).not.toContain(STREET);
      await expect(stop).toContainText('Not packed yet');
      await order.getByRole('button', { name: `Accept: ${code}` }).click();
      await order.getByRole('button', { name: `Packed: ${code}` }).click();
      await expect(order.getByText('Waits for the driver')).toBeVisible();
      await expectNoHorizontalOverflow(packer.page, 'the packed order');
    });

    await test.step('the customer sees it at once, and the owner who did it', async () => {
      await expect(customer.page.getByText(/Packed/).first()).toBeVisible();
      await owner.openLive(orderPath);
      await expect(owner.page.getByText(/Petra Meadow/).first()).toBeVisible();
      await expectNoHorizontalOverflow(owner.page, 'who packed');
    });

    const handOver = customer.page.getByRole('region', { name: /^Your hand-over code/ });
    await test.step('the driver takes it along, and the customer has the code for it', async () => {
      await expect(stop).toContainText(STREET);
      await expectNoHorizontalOverflow(driver.page, 'the stops');
      await stop.getByRole('button', { name: `On its way: ${code}` }).click();
      await expect(handOver.getByRole('img')).toBeVisible();
      await handOver.scrollIntoViewIfNeeded();
      await expectNoHorizontalOverflow(customer.page, 'the code');
      await expect(owner.page.getByText(/Dario Meadow/).first()).toBeVisible();
    });

    await test.step('a wrong code is refused, and the right one scanned: handed over, once', async () => {
      const spoken = /[A-Z0-9]{3} [A-Z0-9]{3}/.exec(await handOver.innerText())?.[0] ?? '';
      const { page } = driver;
      await page.getByRole('link', { name: 'Scan the code' }).click();
      await expect(page).toHaveURL(/\/hand-over$/);
      const enter = async (typed: string) => {
        await page.getByLabel('Code', { exact: true }).fill(typed);
        await page.getByRole('button', { name: 'Hand over', exact: true }).click();
      };
      const results = page.getByRole('region', { name: 'What was handed over' });
      await enter(`${spoken.slice(0, 6)}${spoken.endsWith('2') ? '3' : '2'}`);
      await expect(results).toContainText('No order has this code');
      await scan(site, driver, spoken.replace(' ', ''), code);
      await enter(spoken);
      await expect(results).toContainText(`Order ${code} was handed over already`);
      await results.scrollIntoViewIfNeeded();
      await expectNoHorizontalOverflow(page, 'the hand-overs');
    });

    await test.step('everybody sees it', async () => {
      await expect(handOver).toBeHidden();
      await expect(customer.page.getByText('the code was shown')).toBeVisible();
      await expectNoHorizontalOverflow(customer.page, 'the delivered order');
      const last = owner.page.getByText('the code was shown');
      await expect(last).toBeVisible();
      await last.scrollIntoViewIfNeeded();
      await expectNoHorizontalOverflow(owner.page, 'who handed over');
      await expect(packer.page.getByText(code)).toBeHidden();
      await driver.page
        .getByRole('navigation', { name: 'Main, on phones' })
        .getByRole('link', { name: 'Stops' })
        .click();
      await expect(stop.getByText('Delivered', { exact: true })).toBeVisible();
      await expectNoHorizontalOverflow(driver.page, 'the stop that is done');
    });

    await test.step('the driver sees stops only, and none of the owner’s pages', async () => {
      await driver.page.goto('/dashboard/farmer/money');
      await expect(driver.page.getByRole('heading', { level: 1, name: 'Stops' })).toBeVisible();
    });

    await test.step('who is removed sees nothing of the farm any more, at once', async () => {
      await owner.page.goto('/dashboard/farmer/team');
      await owner.page.getByRole('button', { name: 'Remove Petra Meadow' }).click();
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(packer.page).toHaveURL(/\/dashboard\/customer/);
      await expect(packer.page.getByText(code)).toBeHidden();
    });
  } finally {
    await schedules.remove();
  }
});

/** Hands an order over with a driver's phone, whose camera sees the QR code of its customer. */
async function scan(site: string, driver: Person, spoken: string, order: string): Promise<void> {
  const path = '/dashboard/farmer/hand-over';
  const browser = await launchWithCamera(`${site}${path}#${spoken}`);
  try {
    const context = await browser.newContext({
      baseURL: site,
      storageState: await driver.page.context().storageState(),
      permissions: ['camera'],
      viewport: PHONE,
    });
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    const results = page.getByRole('region', { name: 'What was handed over' });
    await expect(results).toContainText(`Order ${order} is handed over`);
    await expect(results).toContainText(/please collect \$\d/);
    await results.scrollIntoViewIfNeeded();
    await expectNoHorizontalOverflow(page, 'the scanned code');
  } finally {
    await browser.close();
  }
}
