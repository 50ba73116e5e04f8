import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { open } from './screen-checks.js';
import { Traffic } from './traffic.js';

type DemoRole = 'customer' | 'farmer' | 'admin';
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Storage states of the demo users who have signed in. */
const sessions = new Map<DemoRole, Session>();

/** A page in its own browser context, with its recorded requests. */
export class Person {
  readonly traffic: Traffic;

  private constructor(readonly page: Page) {
    this.traffic = new Traffic(page);
  }

  /**
   * Opens a browser context, signed in if a role is given: the first time by the demo button of /auth, later by the
   * stored state. The page may still be empty.
   */
  static async open(browser: Browser, role?: DemoRole): Promise<Person> {
    const storageState = role && sessions.get(role);
    const context = await browser.newContext(storageState && { storageState });
    const person = new Person(await context.newPage());
    if (!role) return person;
    if (storageState) return person;
    await person.page.goto('/auth');
    await person.page.getByRole('button', { name: `Demo ${role}` }).click();
    await expect(person.page).toHaveURL(/\/products$/);
    sessions.set(role, await context.storageState());
    return person;
  }

  /** Opens a browser context with a new account; a farmer's farm is not approved yet. */
  static async signUp(
    browser: Browser,
    role: 'customer' | 'farmer',
    firstName: string,
  ): Promise<Person> {
    const person = await Person.open(browser);
    const { page } = person;
    await page.goto(`/sign-up?role=${role}`);
    await page.getByLabel('First name').fill(firstName);
    await page.getByLabel('Last name').fill('Meadow');
    await page.getByLabel('E-mail address').fill(`${firstName.toLowerCase()}.meadow@example.org`);
    await page.getByLabel('Password').fill('carrots and onions');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/products/);
    return person;
  }

  /** Adds the first result of a search to the signed-in customer's cart. */
  async fillCart(search = ''): Promise<void> {
    const { page } = this;
    await page.goto(`/products?q=${encodeURIComponent(search)}`);
    await page
      .getByRole('button', { name: /^Add .* to cart$/ })
      .first()
      .click();
    await expect(page.getByRole('status').filter({ hasText: 'added to your cart' })).toBeVisible();
  }

  /** Adds a product to the signed-in customer's cart, and opens the checkout. */
  async openCheckoutWith(productId: string): Promise<void> {
    const { page } = this;
    await open(page, `/products/${productId}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(page.getByText(/has been added to your cart/)).toBeVisible();
    await open(page, '/checkout');
  }

  /** Opens a path, waits until it is loaded and live, and resets the recorded requests. */
  async openLive(path: string): Promise<void> {
    await this.page.goto(path);
    await this.traffic.settleLive();
  }

  /** Places an order from a filled cart; returns the path of its page. */
  async checkOut(): Promise<string> {
    const { page } = this;
    await page.goto('/cart');
    await page.getByRole('link', { name: 'Checkout' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await this.enterAddress();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page).toHaveURL(/\/orders\/[0-9a-f]{24}$/);
    return new URL(page.url()).pathname;
  }

  /** Saves a first delivery address at checkout, if there is none. */
  async enterAddress(): Promise<void> {
    const { page } = this;
    const another = page.getByRole('button', { name: 'Use another address' });
    const street = page.getByLabel('Street and number');
    await expect(another.or(street)).toBeVisible();
    if (await street.isVisible()) {
      await street.fill('12 Mill Lane');
      await page.getByLabel('City').fill('Hudson');
      await page.getByLabel('Phone', { exact: true }).fill('518 555 0100');
      await page.getByLabel('State').selectOption('NY');
      await page.getByLabel('ZIP code').fill('12534');
      await page.getByRole('button', { name: 'Save address' }).click();
      await expect(page.getByRole('radio', { name: /12 Mill Lane/ })).toBeChecked();
    }
  }

  /** Expects no page load or refetch of orders, products, users, stats or cart since the last {@link Traffic.reset}. */
  expectNoRefetch(): void {
    expect(this.traffic.loads, 'page loads').toBe(0);
    expect(
      this.traffic.calls.filter((call) => /^GET .*\/(orders|products|users|stats|cart)/.test(call)),
    ).toEqual([]);
  }
}
