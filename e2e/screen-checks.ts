import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Whether to check every rule in every colour scheme at every width, and every state of every page. */
export const THOROUGH = process.env.TEST_DEEP === '1';
const HEIGHT = 800;
const PAGE_FOOTER = 'footer:not(main footer)';
export const WIDE = 1280;
export const NARROW = 320;
const WIDTHS = THOROUGH ? [WIDE, 768, 390, NARROW] : [WIDE, 768, NARROW];
/** Minimum width and height of a target in CSS pixels (WCAG 2.2, 2.5.8). */
const TARGET = 24;

const OVERFLOW_WIDTH =
  'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const FIND_UNREACHABLE = readFileSync(new URL('./find-unreachable.js', import.meta.url), 'utf8');

export type Scheme = 'light' | 'dark';

export async function setScreen(page: Page, width: number, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: HEIGHT });
  // wait until everything that depends on the screen is rendered
  await page.evaluate(
    'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
  );
}

/** Opens a page and waits until it is loaded. Returns the status of the document. */
export async function open(page: Page, path: string): Promise<number> {
  const response = await page.goto(path);
  await waitUntilLoaded(page);
  return response?.status() ?? 0;
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  // a page from which a member is redirected still has its heading, hidden
  await expect(page.locator('main h1').filter({ visible: true })).not.toHaveCount(0);
  await expect(page.locator('main [aria-busy="true"], span[data-later]')).toHaveCount(0);
  await showAll(page);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Scrolls until all lazily rendered parts of a page exist, then back to the top. */
export async function showAll(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const later = [...document.querySelectorAll('[data-later]')];
        for (const place of later) place.scrollIntoView();
        return later.length;
      })()`),
    )
    .toBe(0);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate('scrollTo(0, 0)');
}

/** Expects no violation of any rule, in the whole page or in the selected parts. */
export async function expectAccessible(
  page: Page,
  where: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<void> {
  // a target that is half below the bar at the top would be reported
  await page.evaluate('scrollTo(0, 0)');
  // legacy mode: no page has frames, for which axe would open another page each time
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    runOnly: { type: 'tag', values: RULES },
    // describing passed checks, and loading style sheets for a rule not used here, would cost more than all the rules
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  });
  // focusable and hidden by intent: they pass the focus on
  axe.exclude('[data-base-ui-focus-guard]');
  if (only !== undefined) axe.include(only);
  if (except !== undefined) axe.exclude(except);
  const { violations } = await axe.analyze();
  expect
    .soft(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
      where,
    )
    .toEqual([]);
}

/** Expects nothing wider than the screen; polls, because layers are repositioned after a resize. */
export async function expectNoHorizontalOverflow(page: Page, where: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate<number>(OVERFLOW_WIDTH), {
      message: `${where}: pixels wider than the screen`,
    })
    .toBeLessThanOrEqual(0);
}

/** Expects a page in its present state to fit narrow and wide screens in both colour schemes, and no violation there. */
export async function expectGoodOnAllScreens(
  page: Page,
  where: string,
  parts: { only?: string } = {},
): Promise<void> {
  for (const [width, scheme] of [
    [NARROW, 'light'],
    [390, 'dark'],
    [768, 'light'],
    [WIDE, 'dark'],
  ] as const) {
    await setScreen(page, width, scheme);
    await expectNoHorizontalOverflow(page, `${where} at ${width} px`);
    await expectAccessible(page, `${where} at ${width} px, ${scheme}`, parts);
  }
}

/** Short words that are broken within themselves; long ones may have to be. */
const BROKEN_WORDS = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if (!currentNode.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (currentNode.parentElement.closest('.sr-only, script, style')) continue;
    for (const { 0: word, index } of currentNode.data.matchAll(/(?<![^\\s-])[\\p{L}\\d$.,]{2,14}(?![^\\s-])/gu)) {
      range.setStart(currentNode, index);
      range.setEnd(currentNode, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) found.push(word);
    }
  }
  return found;
})()`;

/** Expects that no word is broken only because its column is too narrow. */
export async function expectWholeWords(page: Page, where: string): Promise<void> {
  const words = await page.evaluate<string[]>(BROKEN_WORDS);
  expect.soft(words, `${where}: broken words`).toEqual([]);
}

/** Expects every focusable element on the screen, large enough, and with a visible focus outline. */
export async function expectReachable(page: Page, where: string): Promise<void> {
  // :focus-visible applies after a key press, not after a click
  await page.keyboard.press('Tab');
  await page.evaluate(FIND_UNREACHABLE);
  const problems = await page.evaluate<string[]>(`findUnreachable(${TARGET})`);
  expect.soft(problems, where).toEqual([]);
}

/**
 * Opens a page and runs all checks above; returns the status of the document. Unless `THOROUGH`, a page is shown in one
 * colour scheme, which alternates by `index`. So does the order of the widths: a page opens at the last width of the
 * previous one, because every change of the screen renders the page again.
 */
export async function openOnEveryScreen(page: Page, path: string, index: number): Promise<number> {
  const widths = index % 2 ? WIDTHS.toReversed() : WIDTHS;
  const schemes: Scheme[] = index % 4 < 2 ? ['light', 'dark'] : ['dark', 'light'];
  const [scheme, other] = schemes as [Scheme, Scheme];
  await setScreen(page, widths[0] ?? WIDE, scheme);
  const status = await open(page, path);
  for (const [at, width] of widths.entries()) {
    const where = `${path} at ${width} px, ${scheme}`;
    if (at > 0) await setScreen(page, width, scheme);
    await expectNoHorizontalOverflow(page, where);
    await expectWholeWords(page, where);
    if (width === WIDE || THOROUGH) {
      // the footer is the same on every page, and takes a fifth of the check's time
      await expectAccessible(page, where, THOROUGH || index < 4 ? {} : { except: PAGE_FOOTER });
    }
    if (width === NARROW || (width === WIDE && THOROUGH)) await expectReachable(page, where);
    if (THOROUGH) {
      await setScreen(page, width, other);
      await expectAccessible(page, `${path} at ${width} px, ${other}`);
    }
  }
  return status;
}
