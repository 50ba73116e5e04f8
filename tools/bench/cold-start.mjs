/**
 * How long an installed app takes to show a farm's pick list without a connection, on a processor slowed four times: ms
 * from the navigation until its first row is in the page, in a browser that has just been started. Needs Chromium and an
 * open shop with the demo, which it only visits to sign in and to install. The figure counts only on a machine that does
 * nothing else.
 *
 *   node tools/bench/cold-start.mjs [runs] [address of an open shop]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const SLOWER = 4;
const PATH = '/dashboard/farmer/pick-list';
const ROW = 'main [role="checkbox"], main [type="checkbox"]';
/** Notes when the first row is in the page. */
const NOTE_ROW = `new MutationObserver(() => {
  if (document.querySelector('${ROW}')) globalThis.shownAt ??= performance.now();
}).observe(document, { childList: true, subtree: true });`;
const INSTALLED = `navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' ||
  new Promise((resolve) => active.addEventListener('statechange', () => resolve(true), { once: true })))`;
/** Whether the shown list is kept: it is written a moment after it is shown. */
const KEPT = `new Promise((resolve) => {
  const opening = indexedDB.open('kept');
  opening.onsuccess = () => {
    const keys = opening.result.transaction('queries').objectStore('queries').getAllKeys();
    keys.onsuccess = () => {
      opening.result.close();
      resolve(['member', '"pick-list"', '"order-days"', '"settings"'].every((name) => keys.result.some((key) => key.includes(name))));
    };
  };
})`;

const runs = Number(process.argv[2] ?? 5);
const base = process.argv[3] ?? 'http://localhost:3000';
const profile = await mkdtemp(join(tmpdir(), 'farmgate-cold-start-'));
const openBrowser = () =>
  chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    viewport: { width: 360, height: 640 },
  });

try {
  await install();
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await coldStart());
  const median = [...all].sort((a, b) => a - b)[Math.floor(runs / 2)];
  console.log(`${median} ms, the median of ${all.join(', ')}`);
} finally {
  await rm(profile, { recursive: true, force: true });
}

/** Signs a demo farmer in and opens the page once, with a connection. */
async function install() {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${base}/auth`);
  await page.getByRole('button', { name: 'Demo farmer' }).click();
  await page.waitForURL(/\/products$/);
  await page.evaluate(INSTALLED);
  await page.goto(base + PATH);
  await page.locator(ROW).first().waitFor();
  while (!(await page.evaluate(KEPT))) await page.waitForTimeout(200);
  await browser.close();
}

/** Opens the page in a new browser without a connection; ms until its first row. */
async function coldStart() {
  const browser = await openBrowser();
  await browser.setOffline(true);
  const page = await browser.newPage();
  await page.addInitScript(NOTE_ROW);
  const devtools = await browser.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(base + PATH);
  await page.locator(ROW).first().waitFor();
  const shownAt = await page.evaluate('Math.round(shownAt)');
  await browser.close();
  return shownAt;
}
