import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has. */
const TAB_STOPS_MAX = 200;

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < TAB_STOPS_MAX; stop++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}
