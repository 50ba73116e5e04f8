import { expect, it } from '@jest/globals';
import {
  type Finding,
  findingSchema,
  type Outcome,
  outcomeSchema,
} from '../../providers/card-provider.js';
import type { AuthorizeRequest, Intention } from '../../providers/requests.js';
import type { Ability, ProviderBench, Totals } from './provider-bench.js';

type Undated<One> = One extends Intention ? Omit<One, 'since'> : never;
export type Intended = Undated<Intention>;

/** The people and payments of a case. */
export class Cases {
  private made = 0;

  constructor(
    readonly bench: ProviderBench,
    private readonly abilities: ReadonlySet<Ability>,
  ) {}

  get provider() {
    return this.bench.provider;
  }

  readonly key = () => `${this.bench.run}-${++this.made}`;

  async payer(): Promise<string> {
    const userId = this.key();
    const email = `${userId}@farmgate.example`;
    const request = { key: this.key(), userId, email };
    return done(await this.provider.registerPayer(request)).reference;
  }

  async request(over: Partial<AuthorizeRequest> & { token?: string } = {}) {
    const { token = this.bench.cards.success, ...fields } = over;
    return {
      key: this.key(),
      payer: fields.payer ?? (await this.payer()),
      cents: 4210,
      currency: 'usd' as const,
      card: { kind: 'new' as const, token, save: false },
      present: true,
      ...fields,
    };
  }

  /** Sends a second time what was lost at first. */
  async sent(send: () => Promise<Outcome>): Promise<Outcome & { state: 'succeeded' }> {
    const first = await send();
    return done(first.state === 'unknown' ? await send() : first);
  }

  async authorized(over: Parameters<Cases['request']>[0] = {}): Promise<string> {
    const request = await this.request(over);
    return (await this.sent(() => this.provider.authorize(request))).reference;
  }

  async captured(cents = 4210, over: Parameters<Cases['request']>[0] = {}): Promise<string> {
    const request = { ...usd(cents), key: this.key(), authorization: await this.authorized(over) };
    return (await this.sent(() => this.provider.capture(request))).reference;
  }

  async seller(): Promise<string> {
    const farmId = this.key();
    const onboarding = await this.provider.onboard({ ...this.onboarding(), farmId });
    if (onboarding.state !== 'succeeded') throw new Error(`onboarding is ${onboarding.state}`);
    return this.bench.finishOnboarding(onboarding.reference);
  }

  onboarding() {
    return {
      key: this.key(),
      farmId: this.key(),
      email: 'farm@farmgate.example',
      returnUrl: 'https://farmgate.example/back',
      refreshUrl: 'https://farmgate.example/again',
    };
  }

  /** An hour ago: the clocks of two machines differ. */
  readonly since = new Date(Date.now() - 3_600_000);

  async send(intended: Intended): Promise<Outcome> {
    return outcomeSchema.parse(await this.provider.send({ ...intended, since: this.since }));
  }

  async find(intended: Intended): Promise<Finding> {
    return findingSchema.parse(await this.provider.find({ ...intended, since: this.since }));
  }

  /** The processor's own books, where they can be read. */
  expectBooks(expected: Partial<Totals>): void {
    if (!this.abilities.has('books')) return;
    const none = { held: 0, captured: 0, refunded: 0, transferred: 0, reversed: 0 };
    expect(this.bench.totals()).toEqual({ ...none, ...expected });
  }
}

export const usd = (cents: number) => ({ cents, currency: 'usd' as const });
export const refusedWith = (code: string) => ({ state: 'declined', code });
export const UNKNOWN = { state: 'unknown', why: 'no_answer' };

export function done(outcome: Outcome): Outcome & { state: 'succeeded' } {
  expect(outcomeSchema.parse(outcome)).toMatchObject({ state: 'succeeded' });
  return outcome as Outcome & { state: 'succeeded' };
}

export interface Suite {
  /** The case that runs. */
  readonly cases: () => Cases;
  /** `it`, or `it.skip` where the bench lacks an ability. */
  readonly when: (...needed: Ability[]) => typeof it.skip;
}
