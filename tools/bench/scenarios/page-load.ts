import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { productsPageSchema } from '#libs/contracts';
import { type Effort, median, type Row } from '../runner/measure.js';
import type { Stage } from '../runner/stage.js';

/** Time in ms after `load` for the last requests and paints of a page. */
const SETTLE_MS = 1_000;

interface Load {
  readonly lcp: number;
  readonly kb: number;
  readonly requests: number;
}

/** Measures visitors' entry pages in a browser with an empty cache: what they load, and when they are painted. */
export async function pageLoad(stage: Stage, { rounds }: Effort): Promise<Row[]> {
  const shop = await stage.process('standalone');
  const base = `http://127.0.0.1:${shop.port}`;
  const answer = await fetch(`${base}/api/v1/products?limit=1`);
  const [product] = productsPageSchema.parse(await answer.json()).products;
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
  });
  const rows: Row[] = [];
  try {
    for (const path of ['/', '/products', '/products/:id']) {
      const url = base + path.replace(':id', product?._id ?? '');
      await load(browser, url); // the server's caches are cold on the first load
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) loads.push(await load(browser, url));
      const middle = (of: keyof Load) => median(loads.map((one) => one[of]));
      rows.push({
        scenario: `page load, ${path}`,
        clients: 1,
        contender: 'product, LCP',
        perSecond: null,
        p50: middle('lcp'),
        p95: Math.max(...loads.map(({ lcp }) => lcp)),
        p99: null,
        answers: loads.length,
        processes: {},
        more: { 'kB over the line': middle('kb'), requests: middle('requests') },
        ratio: null,
      });
    }
  } finally {
    await browser.close();
    await stage.end(shop);
  }
  return rows;
}

/** Reads the page's LCP entries; the last one is the largest. */
const LCP = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))`;

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLE_MS);
  const lcp = await page.evaluate<number>(LCP);
  await context.close();
  return { lcp, kb: bytes / 1_024, requests };
}
