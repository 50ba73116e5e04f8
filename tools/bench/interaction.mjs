/**
 * Time from a click or a key to the next paint (INP) on `/products`, on a processor slowed down four times, while 50
 * stock changes per second arrive for the products on screen: appended to the log of a demo shop, and received over its
 * gateway. Clicks and keys are real; durations are the browser's own (Event Timing, in steps of 8 ms). Exits 1 if the
 * 98th percentile exceeds its target.
 *
 *   node tools/bench/interaction.mjs [rounds] [events a second] [slowdown]
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { openBrowser, openShop } from './open-shop.mjs';

const TARGET_MS = 100;
const [rounds = 8, perSecond = 50, slowdown = 4] = process.argv.slice(2).map(Number);
const PAUSE_MS = 120;
/** How long a button of the mouse is down. */
const PRESS_MS = 80;
/** The shortest duration that the browser reports. */
const THRESHOLD_MS = 16;

/** User actions on the page; each may be several interactions. */
const acts = {
  'more of it': (page) => press(page.getByRole('button', { name: /^More of /, disabled: false })),
  'less of it': (page) => press(page.getByRole('button', { name: /^Less of /, disabled: false })),
  add: (page) => press(page.getByRole('button', { name: /^Add .* to /, disabled: false })),
  'open menu': (page) => press(page.getByRole('button', { name: 'Colours' })),
  'close menu': (page) => page.keyboard.press('Escape'),
  'category on': (page) => press(page.getByRole('button', { name: /^Vegetables/ })),
  'category off': (page) => press(page.getByRole('button', { name: /^Vegetables/ })),
  'in stock on': (page) => press(page.getByRole('checkbox', { name: /in stock/i })),
  'in stock off': (page) => press(page.getByRole('checkbox', { name: /in stock/i })),
  'type a search': async (page) => {
    await press(page.getByRole('combobox'));
    await page.keyboard.type('toma', { delay: PAUSE_MS });
  },
  'delete it': async (page) => {
    for (let key = 0; key < 4; key++) await page.keyboard.press('Backspace', { delay: 30 });
    await page.keyboard.press('Escape');
  },
};

/**
 * A click as people make it: the pointer has arrived, and the button is down for a moment. `Locator.click()` sends all
 * in one frame, with a test of the target within it: 60 to 100 ms of the click would be the tool's.
 */
async function press(locator) {
  const { mouse } = locator.page();
  await locator.first().hover();
  await locator.page().waitForTimeout(PAUSE_MS);
  await mouse.down();
  await locator.page().waitForTimeout(PRESS_MS);
  await mouse.up();
}

const { base, dataDir, close } = await openShop(3480);
const { REDIS_URL } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'));
const redis = new Redis(REDIS_URL);
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${base}/products`);
  await page.mouse.move(600, 400);
  await page.getByText('Live', { exact: true }).first().waitFor();
  const line = await page.context().newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.evaluate(observe, THRESHOLD_MS);
  const stop = await sendEvents();
  const kinds = new Map();
  for (let round = 0; round < rounds; round++) {
    for (const [kind, act] of Object.entries(acts)) {
      const before = await page.evaluate(() => performance.interactionCount);
      await act(page);
      await page.waitForTimeout(PAUSE_MS);
      const slow = await page.evaluate(() => window.takeInteractions());
      const count = (await page.evaluate(() => performance.interactionCount)) - before;
      const fast = Array.from({ length: Math.max(0, count - slow.length) }, () => THRESHOLD_MS);
      kinds.set(kind, [...(kinds.get(kind) ?? []), ...slow, ...fast]);
    }
  }
  const sent = stop();
  const all = [...kinds.values()].flat();
  const changes = await page.evaluate(() => window.changedTexts);
  console.log(`${all.length} interactions, ${sent} events sent, ${changes} texts changed`);
  for (const [kind, durations] of kinds) console.log(`  ${kind.padEnd(16)} ${figures(durations)}`);
  console.log(`  ${'all'.padEnd(16)} ${figures(all)}   target: p98 ${TARGET_MS}`);
  process.exitCode = at(all, 0.98) <= TARGET_MS ? 0 : 1;
} finally {
  await browser.close();
  redis.disconnect();
  close();
}

/** Runs in the page: collects the durations of interactions, and counts the changes by events. */
function observe(durationThreshold) {
  const durations = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0)
        durations.set(interactionId, Math.max(duration, durations.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold });
  window.takeInteractions = () => {
    const taken = [...durations.values()];
    durations.clear();
    return taken;
  };
  window.changedTexts = 0;
  new MutationObserver((changes) => {
    window.changedTexts += changes.length;
  }).observe(document.querySelector('main'), { subtree: true, characterData: true });
}

/** Sends stock changes of the first products until the returned function is called; that returns their number. */
async function sendEvents() {
  const { products } = await (await fetch(`${base}/api/v1/products`)).json();
  let sent = 0;
  const timer = setInterval(() => {
    const product = products[sent % products.length];
    const turn = Math.floor(sent / products.length) + 1;
    sent += 1;
    const change = {
      productId: product._id,
      farmId: product.farmId,
      price: product.price,
      status: 'live',
      public: true,
      listed: true,
      holidayUntil: null,
      rating: product.rating,
      reviewCount: product.reviewCount,
      available: product.minimum * (1 + (turn % 9)),
      stock: 'low',
    };
    const event = {
      id: randomBytes(12).toString('hex'),
      name: 'product.stock-changed',
      occurredAt: new Date().toISOString(),
      aggregateId: product._id,
      version: product.version + turn,
      correlationId: 'bench',
      actorId: null,
      payload: { change, before: change },
    };
    const fields = { id: event.id, name: event.name, aggregate: event.aggregateId };
    void redis.xadd(
      'events',
      '*',
      ...Object.entries(fields).flat(),
      'event',
      JSON.stringify(event),
    );
  }, 1_000 / perSecond);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

function figures(durations) {
  const [p50, p75, p98] = [0.5, 0.75, 0.98].map((share) => at(durations, share));
  return `n ${String(durations.length).padStart(3)}  p50 ${p50}  p75 ${p75}  p98 ${p98}  max ${Math.max(...durations)} ms`;
}

function at(durations, share) {
  const sorted = [...durations].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
