import { readFileSync } from 'node:fs';
import { expect, type Page, type Request } from '@playwright/test';
import * as z from 'zod';
import { showAll } from './screen-checks.js';

/** Runs in the page: resolves when the page has rendered everything it received and is idle. */
const IDLE =
  'new Promise((idle) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(idle))))';

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));
const manifest = manifestSchema.parse(
  JSON.parse(
    readFileSync(new URL('../dist/apps/web/.vite/manifest.json', import.meta.url), 'utf8'),
  ),
);

/** The URL of the chunk that was built for a module of apps/web, such as `src/app/routes/about.tsx`. */
export function chunkOf(module: string): string {
  const chunk = manifest[module];
  if (chunk === undefined) throw new Error(`${module} has no chunk of its own.`);
  return `**/${chunk.file}`;
}

/** Records the requests of a page. */
export class Traffic {
  /** `GET /api/v1/orders?limit=24` and the like, since the last {@link reset}. */
  readonly calls: string[] = [];
  /** Page loads since the last {@link reset}. */
  loads = 0;
  private readonly unanswered = new Set<Request>();

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      // of chunks too: what they show may ask for more
      this.unanswered.add(request);
      if (request.isNavigationRequest()) this.loads++;
      if (pathname.startsWith('/api/')) this.calls.push(`${request.method()} ${pathname}${search}`);
    });
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
  }

  /** Waits until the page is loaded, live and sends no further request; then resets the record. */
  async settleLive(): Promise<void> {
    await expect(this.page.getByText('Live', { exact: true }).first()).toBeVisible();
    await expect(this.page.locator('main h1')).not.toHaveCount(0);
    await showAll(this.page);
    await this.settle();
    this.reset();
  }

  /**
   * Waits until every request has a response and the idle page sends no other. Playwright's `networkidle` means half a
   * second without requests, which happens on a busy machine before the page has finished.
   */
  async settle(): Promise<void> {
    await expect
      .poll(async () => {
        const before = this.calls.length;
        await this.page.evaluate(IDLE);
        return this.unanswered.size === 0 && this.calls.length === before;
      })
      .toBe(true);
  }

  reset(): void {
    this.calls.length = 0;
    this.loads = 0;
  }
}

/** Holds the requests of these URLs; call the result to let them, and all later ones, through. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
