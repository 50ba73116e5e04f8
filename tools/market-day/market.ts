import { setMaxListeners } from 'node:events';
import {
  dayOf,
  invitedDtoSchema,
  type OwnSchedules,
  type PublicSettings,
  publicSettingsSchema,
  queueDepthsSchema,
  type Role,
  teamDtoSchema,
} from '#libs/contracts';
import { schedulesQueryOptions } from '../../apps/web/src/features/fulfilment/days';
import { Admin } from './admin';
import { CardPayer, type Cards, testCards } from './cards';
import { Chance } from './chance';
import { CrewMember, type CrewRole } from './crew';
import { Customer, type Pace } from './customer';
import { Farmer } from './farmer';
import { Person } from './person';
import { crewScreens, screensOf } from './roles';
import type { Screen } from './screens';
import { type Account, joined, signIn, signInByEmail } from './sign-in';
import type { Tally } from './tally';

/** Number of people by role. */
type Crowd = Readonly<Record<Role, number>>;
export interface MarketOptions {
  readonly shop: URL;
  readonly crowd: Crowd;
  readonly chance: Chance;
  readonly tally: Tally;
  readonly pace: Pace;
  /** Demo accounts per role that are reserved for human viewers. */
  readonly spared?: Crowd;
  /** The cards that people have; without them the test cards, where the shop takes those. */
  readonly cards?: Cards;
  /** Time in ms for which people retry unanswered requests; 0 if each must be answered. */
  readonly retryForMs?: number;
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
  readonly #crew = new Set<Person>();
  readonly #work: Promise<unknown>[] = [];
  readonly #openedAt = Date.now();

  constructor(private readonly options: MarketOptions) {
    // one listener per person
    setMaxListeners(0, this.#closing.signal);
  }

  /** Signs everybody in and starts their activity. */
  async open(): Promise<void> {
    const { chance, pace, tally } = this.options;
    const { signal } = this.#closing;
    const admins = await this.#arrive('admin');
    const farmers = await this.#arrive('farmer');
    const customers = await this.#arrive('customer');
    await this.#hire(farmers[0], 'packer');
    // deliveries without a day are all on the round of today
    const { queryKey } = schedulesQueryOptions();
    const isFree = (one: Person) => one.sees<OwnSchedules>(queryKey)?.schedules.length === 0;
    await this.#hire(farmers.find(isFree) ?? farmers[0], 'driver');
    for (const person of admins) {
      const admin = new Admin(person, chance.fork(), pace, (what) => tally.failed(what));
      this.#work.push(admin.watch(signal));
    }
    const settings = await this.#settings();
    const isTest = settings.cards?.provider === 'test-cards';
    const cards = this.options.cards ?? (isTest ? testCards : null);
    for (const [at, person] of farmers.entries()) {
      // the card provider pays the first farm, the market the others
      const payer = at === 0 ? cards : null;
      this.#work.push(new Farmer(person, chance.fork(), pace, payer).work(signal));
    }
    for (const person of customers) {
      const own = chance.fork();
      const think = () => person.think(own.between(pace.least, pace.most));
      const payer = cards ? new CardPayer(person, own, cards, think) : null;
      this.#work.push(new Customer(person, own, pace, payer, settings).shop(signal));
    }
    // a failure here is a fault of the simulation; `close` throws it
    for (const work of this.#work) work.catch(() => {});
  }

  /** An admin, for requests reserved to admins. */
  get admin(): Person {
    return this.someone('admin');
  }

  someone(role: Role): Person {
    const [person] = this.everybody(role);
    if (!person) throw new Error(`no ${role} has come`);
    return person;
  }

  /** Without those who pack or drive for a farm. */
  everybody(role: Role): Person[] {
    return this.#people.filter((one) => !this.#crew.has(one) && one.user.role === role);
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
  async differences(): Promise<string[]> {
    const { timeZone } = await this.#settings();
    const isSameDay = dayOf(Date.now(), timeZone) === dayOf(this.#openedAt, timeZone);
    const all: string[] = [];
    for (const person of this.#people) all.push(...(await person.differences(isSameDay)));
    return all;
  }

  end(): void {
    this.#closing.abort();
    for (const person of this.#people) person.close();
  }

  /** Invites somebody to the team of a farm, who begins to work; whoever leaves it closes the page. */
  async #hire(owner: Person | undefined, role: CrewRole): Promise<void> {
    if (!owner) return;
    const { shop, chance, pace, tally } = this.options;
    const { signal } = this.#closing;
    const email = `market-day-${role}@demo.farmgate.test`;
    const name = { firstName: 'Robin', lastName: role === 'packer' ? 'Packer' : 'Driver' };
    const known = await signInByEmail(shop, email, name);
    const isThere = known.user.farmId === owner.user.farmId;
    const account = isThere
      ? known
      : await joined(shop, known, await this.#invitation(owner, role));
    const person = await this.enter(account, crewScreens(role));
    this.#crew.add(person);
    const fault = (what: string) => tally.failed(what);
    const member = new CrewMember(person, role, chance.fork(), pace, fault);
    this.#work.push(member.work(signal).then((stays) => stays || this.#leaves(person)));
  }

  /** Closes the page of somebody who goes. */
  #leaves(person: Person): void {
    person.close();
    this.#people.splice(this.#people.indexOf(person), 1);
  }

  /** The link of a new invitation. */
  async #invitation(owner: Person, role: CrewRole): Promise<string> {
    const team = await owner.do('team', teamDtoSchema, '/farms/mine/team');
    const body = { version: team?.version ?? 0, role };
    const path = '/farms/mine/team/invitations';
    const invited = await owner.do('invite', invitedDtoSchema, path, { method: 'POST', body });
    if (!invited) throw new Error('the invitation was refused');
    return invited.link;
  }

  async #settings(): Promise<PublicSettings> {
    const settings = await this.admin.do('settings', publicSettingsSchema, '/settings/public');
    if (!settings) throw new Error('the shop did not send its settings');
    return settings;
  }

  async #isQuiet(): Promise<boolean> {
    const newest = Math.max(...this.#people.map(({ receivedAt }) => receivedAt));
    if (Date.now() - newest < QUIET_MS || this.disconnected.length > 0) return false;
    const depths = await this.admin.do('queues', queueDepthsSchema, '/admin/queues');
    return (depths?.queues ?? []).every(({ waiting, active }) => waiting + active === 0);
  }

  async #arrive(role: Role): Promise<Person[]> {
    const { shop, crowd, spared } = this.options;
    const numbers = Array.from({ length: crowd[role] }, (_, n) => n + (spared?.[role] ?? 0));
    const arrived: Person[] = [];
    const next = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        arrived.push(await this.enter(await signIn(shop, role, number), screensOf(role)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return arrived;
  }

  /** Opens the page of an account. */
  async enter(account: Account, screens: readonly Screen[] = []): Promise<Person> {
    const { shop, tally, retryForMs = 0 } = this.options;
    const { signal } = this.#closing;
    const person = await Person.arrive({ shop, account, screens, tally, signal, retryForMs });
    this.#people.push(person);
    return person;
  }
}
