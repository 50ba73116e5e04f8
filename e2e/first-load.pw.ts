import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import * as z from 'zod';
import { test } from './test.js';
import { chunkOf, holdRequests } from './traffic.js';

const budgetSchema = z.object({ firstVisitKilobytes: z.number(), scriptGzipKilobytes: z.number() });
const budget = budgetSchema.parse(
  JSON.parse(readFileSync(new URL('../apps/web/budget.json', import.meta.url), 'utf8')),
);
/** The limit of a good page. */
const MAX_LAYOUT_SHIFT = 0.1;

/** What a new browser requests for a page, without the live client, which is loaded after it. */
async function firstVisit(page: Page, path: string) {
  await page.route(chunkOf('src/app/live/visitor-live-client.ts'), (route) => route.abort());
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  const bytes = sizes.map((size) => size.responseHeadersSize + size.responseBodySize);
  // the scripts that the document names are what the page waits for
  const named = await page.evaluate<string[]>(
    `[...document.querySelectorAll('script[src], link[rel="modulepreload"]')].map((one) => one.src || one.href)`,
  );
  const scripts = responses.filter((response) => named.includes(response.url()));
  const zipped = await Promise.all(
    scripts.map(async (response) => gzipSync(await response.body(), { level: 9 }).length),
  );
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0) / 1_000;
  return {
    urls: responses.map((response) => response.url()),
    kilobytes: sum(bytes),
    scriptKilobytes: sum(zipped),
  };
}

test.use({ viewport: { width: 1280, height: 800 } });

for (const path of ['/', '/products'])
  test(`the first visit of ${path} is within its budget`, async ({ page }) => {
    const { urls, kilobytes, scriptKilobytes } = await firstVisit(page, path);
    expect(scriptKilobytes).toBeGreaterThan(0);
    expect(scriptKilobytes, urls.join('\n')).toBeLessThanOrEqual(budget.scriptGzipKilobytes);
    expect(kilobytes, urls.join('\n')).toBeLessThanOrEqual(budget.firstVisitKilobytes);
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
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(MAX_LAYOUT_SHIFT);
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
    expect(await page.evaluate<number>(LAYOUT_SHIFT)).toBeLessThan(MAX_LAYOUT_SHIFT);
  });
