import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request, type Response } from '@playwright/test';
import { test } from './test.js';
import { holdRequests } from './traffic.js';

/**
 * Kilobytes over the line until the `load` event, and those of its scripts in gzip. The demo's products of the season
 * differ by a few kilobytes from day to day. `/` has 138 of scripts, without zod, which comes with the first response. A
 * good page's layout shift is below 0.1.
 */
const MOST = { kilobytes: 230, scriptKilobytes: 150, layoutShift: 0.1 };

/** What a new browser loads until the page's `load` event; what keeps the page live comes after it. */
async function firstVisit(page: Page, path: string) {
  const responses: Promise<Response | null>[] = [];
  const note = (request: Request) => void responses.push(request.response());
  page.on('request', note);
  await page.goto(path, { waitUntil: 'load' });
  // what is asked for later may be unanswered when the test ends
  page.off('request', note);
  const loaded = (await Promise.all(responses)).filter((one) => one !== null);
  const bytes = loaded.map(async (response) => {
    const { responseHeadersSize, responseBodySize } = await response.request().sizes();
    return responseHeadersSize + responseBodySize;
  });
  const scripts = loaded.filter((response) => response.url().endsWith('.js'));
  const zipped = scripts.map(
    async (response) => gzipSync(await response.body(), { level: 9 }).length,
  );
  const sum = async (all: Promise<number>[]) =>
    (await Promise.all(all)).reduce((total, one) => total + one, 0) / 1_000;
  return {
    urls: loaded.map((response) => response.url()),
    kilobytes: await sum(bytes),
    scriptKilobytes: await sum(zipped),
  };
}

test.use({ viewport: { width: 1280, height: 800 } });

for (const path of ['/', '/products'])
  test(`the first visit of ${path} is within its budget`, async ({ page }) => {
    const { urls, kilobytes, scriptKilobytes } = await firstVisit(page, path);
    expect(scriptKilobytes).toBeGreaterThan(0);
    expect(scriptKilobytes, urls.join('\n')).toBeLessThanOrEqual(MOST.scriptKilobytes);
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
