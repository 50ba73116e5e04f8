import { expect, type Page, type Request } from '@playwright/test';
import { showAll } from './screen-checks.js';

/** In the page: resolves when it has rendered what it has received, and has nothing else to do. */
const IDLE =
  'new Promise((idle) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(idle))))';

/** Records what a page requests. */
export class Traffic {
  /** `GET /api/v1/orders?limit=24` and the like, since the last {@link reset}. */
  readonly calls: string[] = [];
  /** Page loads since the last {@link reset}. */
  loads = 0;
  private readonly unanswered = new Set<Request>();

  constructor(private readonly page: Page) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.isNavigationRequest()) this.loads++;
      if (!pathname.startsWith('/api/')) return;
      this.calls.push(`${request.method()} ${pathname}${search}`);
      this.unanswered.add(request);
    });
    page.on('requestfinished', (request) => this.unanswered.delete(request));
    page.on('requestfailed', (request) => this.unanswered.delete(request));
  }

  /** Waits until the page is loaded and live, and asks for nothing more; then forgets what it has asked for. */
  async settleLive(): Promise<void> {
    await expect(this.page.getByText('Live', { exact: true }).first()).toBeVisible();
    await expect(this.page.locator('main h1')).not.toHaveCount(0);
    await showAll(this.page);
    await this.settle();
    this.reset();
  }

  /**
   * Waits until every request is answered and the idle page sends no other. Playwright's `networkidle` is half a second
   * without requests, which a busy machine has before the page has finished.
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
