import { setMaxListeners } from 'node:events';
import { dayOf, publicSettingsSchema, queueDepthsSchema, type Role } from '#libs/contracts';
import { Admin } from './admin';
import { Chance } from './chance';
import { Customer, type Pace } from './customer';
import { Farmer } from './farmer';
import { Person } from './person';
import { screensOf } from './roles';
import type { Screen } from './screens';
import { type Account, signInByEmail, signInCustomer, signInDemo } from './sign-in';
import type { Tally } from './tally';

export interface Crowd {
  readonly customers: number;
  readonly farms: number;
  readonly admins: number;
}
export interface MarketOptions {
  readonly shop: URL;
  readonly crowd: Crowd;
  readonly chance: Chance;
  readonly tally: Tally;
  readonly pace: Pace;
  /** Demo accounts per role that are reserved for human viewers. */
  readonly spared: Crowd;
  /** Time in ms for which people retry unanswered requests; 0 if each must be answered. */
  readonly retryForMs?: number;
  /** E-mail addresses of the demo accounts, for a shop without demo sign-in buttons. */
  readonly emails?: Readonly<Record<Role, readonly string[]>>;
}

/** Maximum number of concurrent sign-ins. */
const AT_ONCE = 4;
/** Time in ms without an event after which all events count as delivered. */
const QUIET_MS = 1_500;
const SETTLED_MS = 60_000;

/** A market day: people sign in and act; at the end all screens are compared with the API. */
export class Market {
  readonly #closing = new AbortController();
  readonly #people: Person[] = [];
  readonly #work: Promise<void>[] = [];
  readonly #openedAt = Date.now();

  constructor(private readonly options: MarketOptions) {
    // one listener per person
    setMaxListeners(0, this.#closing.signal);
  }

  /** Signs everybody in and starts their activity. */
  async open(): Promise<void> {
    const { crowd, chance, pace, tally } = this.options;
    const { signal } = this.#closing;
    const admins = await this.#arrive('admin', crowd.admins);
    const farmers = await this.#arrive('farmer', crowd.farms);
    const customers = await this.#arrive('customer', crowd.customers);
    for (const person of admins) {
      const admin = new Admin(person, chance.fork(), pace, (what) => tally.failed(what));
      this.#work.push(admin.watch(signal));
    }
    for (const person of farmers)
      this.#work.push(new Farmer(person, chance.fork(), pace).work(signal));
    for (const person of customers)
      this.#work.push(new Customer(person, chance.fork(), pace).shop(signal));
    // a failure here is a fault of the simulation; `close` throws it
    for (const work of this.#work) work.catch(() => {});
  }

  /** An admin, for requests reserved to admins. */
  get admin(): Person {
    return this.someone('admin');
  }

  someone(role: Role): Person {
    const person = this.#people.find(({ user }) => user.role === role);
    if (!person) throw new Error(`no ${role} has come`);
    return person;
  }

  /** People whose page is not live. */
  get disconnected(): Person[] {
    return this.#people.filter(({ isLive }) => !isLive);
  }

  get screenCount(): number {
    return this.#people.reduce((sum, person) => sum + person.screenCount, 0);
  }

  /** Ends all activity; resolves when every request has a response. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#work);
  }

  /** Ends all activity; resolves when every event is delivered. */
  async settle(): Promise<void> {
    await this.close();
    const deadline = Date.now() + SETTLED_MS;
    while (!(await this.#isQuiet())) {
      if (Date.now() > deadline) throw new Error('Events are still being delivered.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Differences between the screens and the API. */
  async differences() {
    const settings = await this.admin.do('settings', publicSettingsSchema, '/settings/public');
    const zone = settings?.timeZone ?? 'UTC';
    const isSameDay = dayOf(Date.now(), zone) === dayOf(this.#openedAt, zone);
    const all = [];
    for (const person of this.#people) all.push(...(await person.differences(isSameDay)));
    return all;
  }

  end(): void {
    this.#closing.abort();
    for (const person of this.#people) person.close();
  }

  async #isQuiet(): Promise<boolean> {
    const newest = Math.max(...this.#people.map(({ receivedAt }) => receivedAt));
    if (Date.now() - newest < QUIET_MS || this.disconnected.length > 0) return false;
    const depths = await this.admin.do('queues', queueDepthsSchema, '/admin/queues');
    return (depths?.queues ?? []).every(({ waiting, active }) => waiting + active === 0);
  }

  async #arrive(role: Role, count: number): Promise<Person[]> {
    const numbers = Array.from({ length: count }, (_, number) => number);
    const arrived: Person[] = [];
    const next = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        arrived.push(await this.enter(await this.#signIn(role, number), screensOf(role)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return arrived;
  }

  /** Opens the page of an account. */
  async enter(account: Account, screens: readonly Screen[]): Promise<Person> {
    const { shop, tally, retryForMs = 0 } = this.options;
    const { signal } = this.#closing;
    const person = await Person.arrive({ shop, account, screens, tally, signal, retryForMs });
    this.#people.push(person);
    return person;
  }

  async #signIn(role: Role, number: number): Promise<Account> {
    const { shop, spared, emails } = this.options;
    const skipped = { customer: spared.customers, farmer: spared.farms, admin: spared.admins }[
      role
    ];
    const email = emails?.[role][number + skipped];
    if (email) return signInByEmail(shop, email);
    const demo = emails ? null : await signInDemo(shop, role, number + skipped);
    if (demo) return demo;
    if (role === 'customer') return signInCustomer(shop, number);
    throw new Error(`The shop has no ${role} number ${number + skipped + 1}: choose fewer.`);
  }
}
