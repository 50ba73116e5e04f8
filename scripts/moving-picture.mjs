/**
 * Draws docs/images/one-order.webp from a running shop: one order on the screens of its customer, its farm and an admin.
 *
 *   npm start                                             (in another terminal, with demo data)
 *   node scripts/moving-picture.mjs [--url http://localhost:3000]
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_FLAGS, findChromium } from '#chromium';
import { fail, root, say } from './tools.mjs';

const urlAt = process.argv.indexOf('--url');
const base = urlAt > 0 ? process.argv[urlAt + 1] : 'http://localhost:3000';
const FILE = join(root, 'docs/images/one-order.webp');
const BYTES_MAX = 1_500_000;
const PRODUCT = 'Nantes Carrots';

/** Sizes in pixels: a screen, the space around it, its title. */
const WIDTH = 400;
const HEIGHT = 640;
const GAP = 16;
const TITLE = 44;
/** Width of the picture in pixels. */
const SHOWN_WIDTH = 1_000;
const PAUSE_MS = 1_600;
const roles = [
  { role: 'customer', title: 'Customer', start: `/products?q=${encodeURIComponent(PRODUCT)}` },
  { role: 'farmer', title: 'Farm', start: '/dashboard/farmer/orders' },
  { role: 'admin', title: 'Admin', start: '/dashboard/admin' },
];

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
const frames = [];
const delays = [];

/** Opens a page, signed in by the demo button. */
async function open({ role, start }) {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    baseURL: base,
  });
  const page = await context.newPage();
  await page.goto('/auth');
  await page.getByRole('button', { name: `Demo ${role}` }).click();
  await page.waitForURL(/\/products$/);
  await page.goto(start);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Fills in the address, which the first order asks for. */
async function giveAddress(page) {
  const street = page.getByLabel('Street and number');
  if (!(await street.isVisible())) return;
  await street.fill('12 Mill Lane');
  await page.getByLabel('City').fill('Hudson');
  await page.getByLabel('Phone', { exact: true }).fill('518 555 0100');
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('ZIP code').fill('12534');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByRole('radio', { name: /12 Mill Lane/ }).waitFor();
}

const pages = [];
for (const role of roles) pages.push(await open(role));
const [customer, farmer] = pages;

/** The background of the screens, with their titles. */
const size = { width: roles.length * (WIDTH + GAP) + GAP, height: HEIGHT + TITLE + GAP };
const ground = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" rx="16" fill="#1f4d2b"/>
    ${roles
      .map(
        ({ title }, at) =>
          `<text x="${GAP + at * (WIDTH + GAP) + 4}" y="${TITLE - 14}" font-family="sans-serif" font-size="20" font-weight="700" fill="#fbf6e8">${title}</text>`,
      )
      .join('')}
  </svg>`,
);

/** Adds a frame of the three screens, shown for `pause` ms. */
async function frame(pause = PAUSE_MS) {
  const screens = await Promise.all(pages.map((page) => page.screenshot()));
  const composed = await sharp(ground)
    .composite(screens.map((input, at) => ({ input, left: GAP + at * (WIDTH + GAP), top: TITLE })))
    .png()
    .toBuffer();
  frames.push(await sharp(composed).resize({ width: SHOWN_WIDTH }).png().toBuffer());
  delays.push(pause);
}

try {
  await frame();
  await customer.getByRole('button', { name: `Add ${PRODUCT} to cart` }).click();
  await customer.getByText('has been added to your cart').first().waitFor();
  await frame();
  await customer.goto('/cart');
  await customer.getByRole('link', { name: 'Checkout' }).click();
  await customer.getByRole('timer').waitFor();
  await customer.waitForLoadState('networkidle');
  await giveAddress(customer);
  await frame();
  await customer.getByRole('button', { name: 'Place order' }).click();
  await customer.waitForURL(/\/orders\/[0-9a-f]{24}$/);
  const title = customer.locator('main h1', { hasText: 'FG-' });
  const code = /FG-\w+/.exec(await title.innerText())?.[0] ?? fail('The order has no code.');
  const ticket = farmer.getByRole('article').filter({ hasText: code });
  await ticket.waitFor();
  await ticket.scrollIntoViewIfNeeded();
  await customer.getByText('Placed').first().waitFor();
  await frame(2 * PAUSE_MS);
  for (const [step, column, shown] of [
    ['Accept', 'Accepted', 'Accepted'],
    ['Mark packed', 'Packed', 'Packed'],
    ['Send out', 'Out / Ready', 'Out for delivery'],
    ['Mark delivered', 'Delivered', 'Delivered'],
  ]) {
    await ticket.getByRole('button', { name: `${step}, order ${code}` }).click();
    await farmer.getByRole('button', { name: new RegExp(`^${column} \\d`) }).click();
    await ticket.waitFor();
    await customer.getByText(shown).first().waitFor();
    await frame(step === 'Mark delivered' ? 2 * PAUSE_MS : PAUSE_MS);
  }
} finally {
  await browser.close();
}

await sharp(frames, { join: { animated: true } })
  .webp({ quality: 72, effort: 6, delay: delays, loop: 0 })
  .toFile(FILE);
const { size: bytes } = statSync(FILE);
if (bytes > BYTES_MAX) fail(`${FILE} has ${bytes} bytes, more than ${BYTES_MAX}.`);
say(`${FILE}: ${frames.length} pictures, ${bytes} bytes`);
