import { expect, type Page } from '@playwright/test';
import { Person } from './people.js';
import { open } from './screen-checks.js';
import { placeFarmOrder } from './screens.js';
import { test } from './test.js';

/**
 * What is chosen on the page, as [name, whether it looks like one of its kind that is not chosen]. A label is chosen by
 * the radio button inside, which is not shown.
 */
const CHOSEN = `(() => {
  const look = (element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return backgroundColor + color;
  };
  const attributes = ['aria-current', 'aria-pressed', 'aria-selected'];
  const isChosen = (element) =>
    element.matches('label')
      ? element.querySelector('input').checked
      : attributes.some((name) => !['false', null].includes(element.getAttribute(name)));
  const groups = document.querySelectorAll('nav, fieldset, ul, div:has(> [aria-pressed], > [role="tab"])');
  return [...groups].flatMap((group) => {
    const kind = group.matches('nav') ? 'a' : 'label:has(> input.sr-only), button[aria-pressed], [role="tab"]';
    const all = [...group.querySelectorAll(kind)].filter((one) => one.checkVisibility());
    const chosen = all.find(isChosen);
    const other = all.find((one) => !isChosen(one));
    return chosen && other ? [[chosen.textContent, look(chosen) === look(other)]] : [];
  });
})()`;

async function expectChosenShows(page: Page, path: string, names: readonly string[]) {
  await open(page, path);
  const found = await page.evaluate<[name: string, looksEqual: boolean][]>(CHOSEN);
  for (const name of names)
    expect(
      found.filter(([text]) => text.includes(name)),
      `${path}: ${name}`,
    ).not.toHaveLength(0);
  expect(
    found.filter(([, looksEqual]) => looksEqual),
    `${path}: chosen, but does not look so`,
  ).toEqual([]);
}

/** Pages with what is chosen there, on a phone and on a wide screen. */
const PAGES = [
  [undefined, '/products?category=roots', ['Products', 'Roots'], ['Products', 'Roots']],
  [undefined, '/about?tab=impact', ['Our impact'], ['About', 'Our impact']],
  ['customer', '/dashboard/customer/orders', ['Orders'], ['Dashboard']],
  ['farmer', '/dashboard/farmer/orders', ['Orders', 'New', 'Board'], ['Orders', 'Board']],
  ['admin', '/dashboard/admin/jobs', [], ['Jobs', 'Dashboard']],
] as const;

test('with forced colours, what is chosen looks chosen, and prices have a ground', async ({
  browser,
  request,
}) => {
  await placeFarmOrder(request);
  for (const [role, path, onPhone, onWideScreen] of PAGES) {
    const { page } = await Person.open(browser, role);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 800 });
    await expectChosenShows(page, path, onPhone);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectChosenShows(page, path, onWideScreen);
    await page.context().close();
  }

  const { page } = await Person.open(browser);
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/products');
  await expect(page.locator('.price-tag').nth(10)).toBeVisible();
  const grounds = await page.evaluate<string[]>(`(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll('.price-tag')].map((tag) => getComputedStyle(tag).backgroundColor);
  })()`);
  expect(new Set(grounds)).toEqual(new Set(['rgb(255, 255, 255)']));
});
