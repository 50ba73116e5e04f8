import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Checks every rule in every colour scheme at every width, and every state of every page. */
export const THOROUGH = process.env.E2E_THOROUGH === '1';
const HEIGHT = 800;
/** Minimum width and height of a target in CSS pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;

const OVERFLOW_WIDTH =
  'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const FIND_UNREACHABLE = readFileSync(new URL('./find-unreachable.js', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

export async function setScreen(page: Page, width: number, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: HEIGHT });
}

/** Opens a page and waits until it is loaded. Returns the status of the document. */
export async function open(page: Page, path: string): Promise<number> {
  const response = await page.goto(path);
  await waitUntilLoaded(page);
  return response?.status() ?? 0;
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator('main h1')).not.toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"], [data-later]')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** No violation of any rule; `contrastOnly` when the page was checked before in the other colour scheme. */
export async function expectAccessible(page: Page, where: string, contrastOnly = false) {
  // no page has frames, for which axe would open another page each time
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (contrastOnly) axe.withRules(['color-contrast']);
  else axe.withTags(RULES);
  const { violations } = await axe.analyze();
  expect
    .soft(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
      where,
    )
    .toEqual([]);
}

/** Nothing is wider than the screen; polls, because layers are positioned anew after a resize. */
export async function expectNoHorizontalOverflow(page: Page, where: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate<number>(OVERFLOW_WIDTH), {
      message: `${where}: pixels wider than the screen`,
    })
    .toBeLessThanOrEqual(0);
}

/** Every focusable element is on the screen, large enough, and has a visible focus outline. */
export async function expectReachable(page: Page, where: string): Promise<void> {
  // :focus-visible applies after a key, and not after a click
  await page.keyboard.press('Tab');
  await page.evaluate(FIND_UNREACHABLE);
  const problems = await page.evaluate<string[]>(`findUnreachable(${TARGET})`);
  expect.soft(problems, where).toEqual([]);
}

/**
 * All checks above at every width and in both colour schemes, on the open page. Unless `THOROUGH`, a page is checked by
 * all rules in one colour scheme only, alternating by `index`.
 */
export async function expectScreenPasses(page: Page, where: string, index: number): Promise<void> {
  const scheme = index % 2 ? 'dark' : 'light';
  const other = index % 2 ? 'light' : 'dark';
  await setScreen(page, 1280, scheme);
  await expectNoHorizontalOverflow(page, `${where} at 1280 px`);
  await expectAccessible(page, `${where} at 1280 px, ${scheme}`);
  if (THOROUGH) {
    await expectReachable(page, `${where} at 1280 px`);
    await setScreen(page, 1280, other);
    await expectAccessible(page, `${where} at 1280 px, ${other}`, true);
  }
  // a page that fits 320 px fits 360 px
  for (const width of THOROUGH ? [768, 360] : [768]) {
    await setScreen(page, width, other);
    await expectNoHorizontalOverflow(page, `${where} at ${width} px`);
  }
  await setScreen(page, 320, other);
  await expectNoHorizontalOverflow(page, `${where} at 320 px`);
  if (THOROUGH) await expectAccessible(page, `${where} at 320 px, ${other}`);
  await expectReachable(page, `${where} at 320 px`);
}
