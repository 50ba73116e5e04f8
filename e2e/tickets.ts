import { expect, type Locator, type Page } from '@playwright/test';

/** An order's ticket on a farm's board; a column shows its 20 oldest orders, and more when asked, until it is shown. */
export async function showTicket(page: Page, code: string): Promise<Locator> {
  const ticket = page.getByRole('article').filter({ hasText: code });
  const more = page.getByRole('button', { name: /^Show more of / });
  await expect(async () => {
    if (!(await ticket.isVisible())) {
      for (const button of await more.all()) await button.click();
      // a board that is scrolled counts as being read: new tickets wait
      await page.evaluate('scrollTo(0, 0)');
    }
    expect(await ticket.isVisible()).toBe(true);
  }).toPass({ timeout: 60_000 });
  return ticket;
}
