import { expect, type Page } from '@playwright/test';
import { test } from './test.js';
import { holdRequests } from './traffic.js';

/**
 * Kilobytes over the line and requests until the `load` event. The demo's products of the season differ by a few
 * kilobytes from day to day. A good page's layout shift is below 0.1.
 */
const MOST = { kilobytes: 230, requests: 20, layoutShift: 0.1 };

/** What a new browser requests until the page's `load` event; what is kept live comes after it. */
async function firstLoad(page: Page, path: string) {
  const requests: { url: string; bytes: Promise<number> }[] = [];
  page.on('request', (request) => {
    const sizes = request.response().then(() => request.sizes());
    const bytes = sizes.then(
      ({ responseHeadersSize: head, responseBodySize: body }) => head + body,
    );
    requests.push({ url: request.url(), bytes });
  });
  await page.goto(path, { waitUntil: 'load' });
  const loaded = requests.slice();
  const bytes = await Promise.all(loaded.map((request) => request.bytes));
  return {
    urls: loaded.map(({ url }) => url),
    kilobytes: bytes.reduce((sum, one) => sum + one, 0) / 1_000,
  };
}

test.use({ viewport: { width: 1280, height: 800 } });

for (const path of ['/', '/products'])
  test(`the first load of ${path} is small`, async ({ page }) => {
    const { urls, kilobytes } = await firstLoad(page, path);
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(MOST.requests);
    expect(kilobytes, urls.join('\n')).toBeLessThanOrEqual(MOST.kilobytes);
    // a product has one picture on a page, in the hero and on its card
    const pictures = urls.map((url) => /\/produce\/(?:scene-)?([\w-]+)\.svg$/.exec(url)?.[1]);
    const named = pictures.filter((name) => name !== undefined);
    expect(named.length).toBeGreaterThan(0);
    expect(new Set(named).size).toBe(named.length);
  });

/** The sum of all layout shifts since the page began; buffered entries arrive before the second frame. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

for (const width of [390, 1280])
  test(`nothing moves while /products loads and is scrolled, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/products');
    await expect(page.getByRole('article').nth(20)).toBeAttached();
    for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(3_000);
    await page.waitForLoadState('networkidle');
    // usually 0.003
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(MOST.layoutShift);
  });

for (const width of [390, 768, 1280])
  test(`nothing moves if the page is scrolled before its scripts run, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const deliver = await holdRequests(page, '**/assets/*.js');
    await page.goto('/products', { waitUntil: 'commit' });
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    deliver();
    await expect(page.getByRole('article').nth(20)).toBeAttached();
    await page.waitForLoadState('networkidle');
    // usually 0.02; on a busy machine up to 0.05
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(MOST.layoutShift);
  });
