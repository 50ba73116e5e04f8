import { expect } from '@playwright/test';
import { handOverCodesSchema } from '../libs/contracts/src/hand-overs.js';
import { demoCaller, orderFromFarm, takeUpTo } from './api.js';
import { launchWithCamera } from './fake-camera.js';
import { Person } from './people.js';
import { TestSchedules } from './schedules.js';
import { expectGoodOnAllScreens } from './screen-checks.js';
import { test } from './test.js';

const PAGE = '/dashboard/farmer/hand-over';

test('a customer shows the code, and the farm scans or types it', async ({
  browser,
  request,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const call = await demoCaller(request);
  const schedules = await TestSchedules.of(call, 'hollow-creek-farm');
  try {
    const today = await schedules.addClosing('The gate');
    const place = async () => {
      const farms = { [schedules.farmId]: { fulfilment: 'pickup', slotId: today._id } } as const;
      return (await orderFromFarm(call, farms)).order;
    };
    const [scanned, typed] = [await place(), await place()];
    const codeOf = async ({ _id }: { _id: string }) => {
      const answer = await call('customer', 'GET', `/orders/${_id}/hand-over-codes`);
      return handOverCodesSchema.parse(answer).parts[0]?.code ?? '';
    };
    const [scannedCode, typedCode] = [await codeOf(scanned), await codeOf(typed)];

    const customer = await Person.open(browser, 'customer');
    await customer.openLive(`/orders/${scanned._id}`);
    const shown = customer.page.getByRole('region', { name: 'Your hand-over code' });
    await expect(shown).toBeHidden();
    await takeUpTo(call, scanned, 'on_its_way');
    await expect(shown.getByRole('img', { name: 'The hand-over code as a QR code' })).toBeVisible();
    await expect(shown).toContainText(`${scannedCode.slice(0, 3)} ${scannedCode.slice(3)}`);
    await expectGoodOnAllScreens(customer.page, 'an order with its code');

    const farm = await Person.open(browser, 'farmer');
    await test.step('a code is refused with the reason, and handed over by typing', async () => {
      const { page } = farm;
      await page.goto('/dashboard/farmer/orders?day=all');
      await page.getByRole('link', { name: 'Hand over by code' }).click();
      await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
      const results = page.getByRole('region', { name: 'What was handed over' });
      const enter = async (code: string) => {
        await page.getByLabel('Code', { exact: true }).fill(code);
        await page.getByRole('button', { name: 'Hand over', exact: true }).click();
      };
      await enter(typedCode);
      await expect(results).toContainText(`Order ${typed.code} is not on its way or ready yet`);
      await takeUpTo(call, typed, 'on_its_way');
      await enter(typedCode);
      await expect(results).toContainText(`Order ${typed.code} is handed over`);
      await enter(typedCode);
      await expect(results).toContainText(`Order ${typed.code} was handed over already`);
      await expectGoodOnAllScreens(page, 'the hand-overs of a farm');
    });

    await test.step('the camera reads it from the phone of the customer', async () => {
      const withCamera = await launchWithCamera(`${site}${PAGE}#${scannedCode}`);
      try {
        const context = await withCamera.newContext({
          baseURL: site,
          storageState: await farm.page.context().storageState(),
          permissions: ['camera'],
        });
        const page = await context.newPage();
        await page.goto(PAGE);
        await page.getByRole('button', { name: 'Scan with the camera' }).click();
        await expect(page.getByRole('region', { name: 'What was handed over' })).toContainText(
          `Order ${scanned.code} is handed over`,
        );
        // no other page may use the camera, whatever its person allows
        await page.goto('/dashboard/farmer/orders');
        const refusal = await page.evaluate(
          "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'allowed', ({ name }) => name)",
        );
        expect(refusal).toBe('NotAllowedError');
      } finally {
        await withCamera.close();
      }
      await expect(shown).toBeHidden();
      await expect(customer.page.getByText('the code was shown')).toBeVisible();
    });
  } finally {
    await schedules.remove();
  }
});
