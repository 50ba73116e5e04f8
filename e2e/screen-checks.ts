import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HEIGHT = 800;
export const WIDTHS = [320, 360, 768, 1280] as const;
/** CSS pixels on both sides that a target has at least (WCAG 2.2, 2.5.8). */
const TARGET = 24;

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
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** No violation, by every rule; `contrastOnly` where the page was looked at before in other colours. */
export async function expectAccessible(page: Page, where: string, contrastOnly = false) {
  const axe = new AxeBuilder({ page });
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

/** Nothing makes the page wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${where}: pixels wider than the screen`).toBeLessThanOrEqual(0);
}

/** Whatever can be used is on the screen, is large enough to be hit, and shows the focus where it can be seen. */
export async function expectReachable(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(findUnreachable, TARGET);
  expect.soft(found, where).toEqual([]);
}

/** Runs in the page. */
function findUnreachable(target: number): string[] {
  const usable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const layer = document.querySelector('dialog[open]') ?? document.body;
  const problems: string[] = [];
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.outerHTML.slice(0, 80)}`;
  const hidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('[inert], [aria-hidden="true"]') !== null;
  /** What of an element its clipping ancestors leave, down to the screen's two sides. */
  const shown = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left: Math.max(left, 0), right: Math.min(right, innerWidth), top, bottom };
    for (
      let up = element.parentElement;
      up !== null && up !== document.body;
      up = up.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (/hidden|clip/.test(overflowX)) {
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
      }
      if (/hidden|clip/.test(overflowY)) {
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
    }
    return {
      width: box.right - box.left,
      height: box.bottom - box.top,
      lost: right - left - (box.right - box.left),
    };
  };
  for (const element of layer.querySelectorAll<HTMLElement>(usable)) {
    if (hidden(element) || (element as HTMLButtonElement).disabled) continue;
    const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0] ?? null;
    const box = element.getBoundingClientRect();
    // what is there for screen readers only shows itself by its label, or when it has the focus
    const sits = box.width <= 1 || box.height <= 1 ? label : element;
    const skip = element.getAttribute('href') === '#main';
    const { width, height, lost } = shown(sits ?? element);
    const inText =
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent ?? '').length;
    const byLabel =
      label === null
        ? 0
        : Math.min(label.getBoundingClientRect().width, label.getBoundingClientRect().height);
    if (!skip && lost > 1) problems.push(`cut off: ${name(element)}`);
    const small = Math.round(Math.min(width, height)) < target && byLabel < target;
    if (!skip && !inText && small) {
      problems.push(`${Math.round(width)} × ${Math.round(height)} px: ${name(element)}`);
    }
    element.focus();
    if (document.activeElement !== element) continue;
    const outlined = (one: Element | null) =>
      one !== null &&
      getComputedStyle(one).outlineStyle !== 'none' &&
      Number.parseFloat(getComputedStyle(one).outlineWidth) > 0;
    if (!outlined(element) && !outlined(label)) problems.push(`focus unseen: ${name(element)}`);
    const at = (sits ?? element).getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].map((part) =>
      document.elementFromPoint(at.left + at.width / 2, at.top + at.height * part),
    );
    const own = (one: Element | null) =>
      one !== null && ((sits ?? element).contains(one) || one.contains(sits ?? element));
    if (!points.some(own)) problems.push(`covered while it has the focus: ${name(element)}`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  window.scrollTo(0, 0);
  return problems;
}

/** All of the above in every width and both schemes, on the page as it stands. */
export async function expectGoodScreen(page: Page, where: string): Promise<void> {
  await setScreen(page, 1280, 'light');
  await expectNoSidewaysScroll(page, `${where} at 1280 px`);
  await expectAccessible(page, `${where} at 1280 px, light`);
  await expectReachable(page, `${where} at 1280 px`);
  await setScreen(page, 1280, 'dark');
  await expectAccessible(page, `${where} at 1280 px, dark`, true);
  for (const width of [768, 360]) {
    await setScreen(page, width, 'dark');
    await expectNoSidewaysScroll(page, `${where} at ${width} px`);
  }
  await setScreen(page, 320, 'dark');
  await expectNoSidewaysScroll(page, `${where} at 320 px`);
  await expectAccessible(page, `${where} at 320 px, dark`);
  await expectReachable(page, `${where} at 320 px`);
  await setScreen(page, 320, 'light');
  await expectAccessible(page, `${where} at 320 px, light`, true);
}
