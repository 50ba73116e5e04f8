import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Every rule in every scheme at every width, and of every state of every page. */
export const THOROUGH = process.env.E2E_THOROUGH === '1';
const HEIGHT = 800;
/** CSS pixels on both sides that a target has at least (WCAG 2.2, 2.5.8). */
const TARGET = 24;

const WIDTH_BEYOND = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const FIND_UNREACHABLE = readFileSync(new URL('./find-unreachable.js', import.meta.url), 'utf8');

type Scheme = 'light' | 'dark';

export async function setScreen(page: Page, width: number, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: HEIGHT });
}

/** Opens a page and waits until it shows what it has. Answers the status of the document. */
export async function open(page: Page, path: string): Promise<number> {
  const response = await page.goto(path);
  await settled(page);
  return response?.status() ?? 0;
}

export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1')).not.toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"], [data-later]')).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** No violation, by every rule; `contrastOnly` where the page was looked at before in other colours. */
export async function expectAccessible(page: Page, where: string, contrastOnly = false) {
  // no page has frames, for which axe would open a page of its own each time
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

/** Nothing makes the page wider than the screen, once layers have found their place in a new width. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate<number>(WIDTH_BEYOND), {
      message: `${where}: pixels wider than the screen`,
    })
    .toBeLessThanOrEqual(0);
}

/** Whatever can be used is on the screen, is large enough to be hit, and shows the focus where it can be seen. */
export async function expectReachable(page: Page, where: string): Promise<void> {
  // whoever uses the keyboard is shown the focus; a click before it would hide it
  await page.keyboard.press('Tab');
  await page.evaluate(FIND_UNREACHABLE);
  const found = await page.evaluate<string[]>(`findUnreachable(${TARGET})`);
  expect.soft(found, where).toEqual([]);
}

/**
 * All of the above in every width and both schemes, on the page as it stands; what one width hides the other shows.
 * Unless the walk is thorough, each page is looked at by all rules in one of the schemes, `turn` by turn.
 */
export async function expectGoodScreen(page: Page, where: string, turn: number): Promise<void> {
  const scheme = turn % 2 ? 'dark' : 'light';
  const other = turn % 2 ? 'light' : 'dark';
  await setScreen(page, 1280, scheme);
  await expectNoSidewaysScroll(page, `${where} at 1280 px`);
  await expectAccessible(page, `${where} at 1280 px, ${scheme}`);
  if (THOROUGH) {
    await expectReachable(page, `${where} at 1280 px`);
    await setScreen(page, 1280, other);
    await expectAccessible(page, `${where} at 1280 px, ${other}`, true);
  }
  // what fits 320 px fits the phones between
  for (const width of THOROUGH ? [768, 360] : [768]) {
    await setScreen(page, width, other);
    await expectNoSidewaysScroll(page, `${where} at ${width} px`);
  }
  await setScreen(page, 320, other);
  await expectNoSidewaysScroll(page, `${where} at 320 px`);
  if (THOROUGH) await expectAccessible(page, `${where} at 320 px, ${other}`);
  await expectReachable(page, `${where} at 320 px`);
}
