import { expect, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { dashboardPaths } from '../libs/contracts/src/pages.js';
import { Person } from './people.js';
import { open, setScreen, THOROUGH } from './screen-checks.js';
import { placeFarmOrder } from './screens.js';
import { test } from './test.js';

/** Twice the usual size of a browser's font, as its settings allow. */
const FONT_SIZE = '--blink-settings=defaultFontSize=32';
const WIDTHS = THOROUGH ? [320, 360, 390] : [320, 390];

/** Titles whose text and controls whose boxes overlap, as "title / control". */
const OVERLAPS = `(() => {
  const visible = (element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true });
  const main = document.querySelector('main');
  const controls = [...main.querySelectorAll('select, input:not(.sr-only), textarea, button')].filter(
    (control) => visible(control) && !control.closest('[aria-hidden=true]'),
  );
  const titles = [...main.querySelectorAll('h1, h2, h3, legend, label')].filter(
    (title) => visible(title) && !title.closest('.sr-only'),
  );
  const boxesOf = (title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return [...range.getClientRects()];
  };
  const cut = (from, to) => Math.min(from[1], to[1]) - Math.max(from[0], to[0]);
  const overlap = (a, b) =>
    cut([a.left, a.right], [b.left, b.right]) > 2 && cut([a.top, a.bottom], [b.top, b.bottom]) > 2;
  return titles.flatMap((title) => {
    const boxes = boxesOf(title);
    return controls
      .filter((control) => !title.contains(control) && !control.contains(title))
      .filter((control) => boxes.some((box) => overlap(box, control.getBoundingClientRect())))
      .map((control) => title.textContent + ' / ' + (control.getAttribute('aria-label') ?? control.name ?? control.textContent));
  });
})()`;

async function expectLaidOut(page: Page, path: string): Promise<void> {
  await open(page, path);
  for (const width of WIDTHS) {
    await setScreen(page, width, 'light');
    const where = `${path} at ${width} px`;
    expect.soft(await page.evaluate<string[]>(OVERLAPS), `${where}: overlaps`).toEqual([]);
  }
}

const PAGES = [
  [undefined, ['/', '/products', '/farmers', '/about', '/contact', '/auth', '/sign-up']],
  ['customer', [...dashboardPaths('customer'), '/cart', '/inbox']],
  [
    'farmer',
    [
      ...dashboardPaths('farmer'),
      '/dashboard/farmer/orders?view=table',
      '/dashboard/farmer/products/new',
    ],
  ],
  ['admin', dashboardPaths('admin')],
] as const;

test.use({
  launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS, FONT_SIZE] },
});

test('with a font of 32 px, titles and controls do not overlap on phones', async ({
  browser,
  request,
}) => {
  await placeFarmOrder(request);
  for (const [role, paths] of PAGES) {
    const { page } = await Person.open(browser, role);
    for (const path of paths) await expectLaidOut(page, path);
    await page.context().close();
  }
});
