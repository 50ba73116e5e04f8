import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { ApiError, invalid } from './api-error.js';
import { Books } from './books.js';
import { connectEndpoints, finishOnboarding } from './connect.js';
import { closeDispute, openDispute } from './disputes.js';
import type { Endpoint, World } from './endpoint.js';
import { type EventOptions, Events } from './events.js';
import { type FaultPlan, NO_FAULTS } from './faults.js';
import { newConfirmationToken } from './payment-methods.js';
import { answerChallenge, expireHolds, paymentEndpoints } from './payments.js';

export interface StandInOptions extends EventOptions {
  readonly secretKey: string;
  readonly faults?: FaultPlan;
  /** Where the books are kept, to survive the death of the process. */
  readonly file?: string;
  readonly now?: () => Date;
  readonly lateMs?: number;
}

const LATE_MS = 1500;
const ENDPOINTS: readonly Endpoint[] = [...paymentEndpoints, ...connectEndpoints];

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * Stands in for Stripe's API over http: what the provider uses of it, as strict as Stripe is with what it is sent. It keeps
 * its own books, and makes the faults of its plan.
 */
export class StripeStandIn {
  faults: FaultPlan;
  readonly books: Books;
  readonly events: Events;
  private readonly world: World;
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => request.socket.destroy());
  });
  /** Keys that are being handled. */
  private readonly running = new Set<string>();
  /** The number of requests with each key. */
  private readonly attempts = new Map<string, number>();

  constructor(private readonly options: StandInOptions) {
    this.faults = options.faults ?? NO_FAULTS;
    const plan = () => this.faults;
    this.books = new Books(options.now ?? (() => new Date()), options.file);
    this.events = new Events(this.books, options, plan);
    this.world = { books: this.books, events: this.events, plan, address: () => this.address };
  }

  listen(port = 0): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the Payment Element makes of one of Stripe's test cards. */
  confirmationToken(testMethod: string): string {
    return newConfirmationToken(this.books, testMethod);
  }

  answerChallenge(intent: string, passed: boolean): void {
    answerChallenge(this.world, intent, passed);
    this.books.save();
  }

  finishOnboarding(account: string): void {
    finishOnboarding(this.world, account);
    this.books.save();
  }

  openDispute(charge: string): string {
    const id = openDispute(this.world, charge);
    this.books.save();
    return id;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    closeDispute(this.world, id, status);
    this.books.save();
  }

  async deliverDue(): Promise<void> {
    expireHolds(this.world);
    if (await this.events.deliverDue()) this.books.save();
  }

  totals() {
    expireHolds(this.world);
    return this.books.totals();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', this.address);
    const own = this.ofItsOwn(url);
    if (own) return send(response, { status: 200, body: own });
    const key = header(request, 'idempotency-key');
    const attempt = this.attempts.get(key) ?? 0;
    const fault =
      request.method === 'POST' ? this.faults.request(url.pathname, key, attempt) : undefined;
    if (key) this.attempts.set(key, attempt + 1);
    if (fault === 'lose_request') return cut(response);
    if (fault === 'rate_limit') return send(response, tooMany);
    const answer = await this.answered(request, url, body, fault === 'server_error');
    if (fault === 'late') await wait(this.options.lateMs ?? LATE_MS);
    return fault === 'lose_answer' ? cut(response) : send(response, answer);
  }

  /** What is not of Stripe's API: its books, the pages of a bank and of a seller's setup, and the end of all faults. */
  private ofItsOwn({ pathname, searchParams }: URL): object | undefined {
    const [, seller] = /^\/setup\/s\/([^/]+)/.exec(pathname) ?? [];
    if (seller) {
      this.finishOnboarding(seller);
      return {};
    }
    switch (pathname) {
      case '/books':
        return this.totals();
      case '/challenge':
        this.answerChallenge(searchParams.get('intent') ?? '', searchParams.has('passed'));
        return {};
      case '/calm':
        this.faults = NO_FAULTS;
        return {};
      default:
        return undefined;
    }
  }

  /** The answer to a request; the one that was kept for its key, if it was made before. */
  private async answered(
    request: IncomingMessage,
    url: URL,
    body: string,
    fails: boolean,
  ): Promise<Answer> {
    const key = request.method === 'POST' ? header(request, 'idempotency-key') : '';
    const fingerprint = `${request.method} ${url.pathname} ${body}`;
    const { answers } = this.books.records;
    if (this.running.has(key)) return inUse;
    const kept = answers[key];
    if (kept && kept.fingerprint !== fingerprint) return reused;
    if (kept) return { ...kept, headers: { 'idempotent-replayed': 'true' } };
    if (key) this.running.add(key);
    try {
      const { answer, begun } = fails
        ? { answer: serverError, begun: true }
        : this.answer(request, url, body);
      // A failure of its own is kept too; what it has refused to begin is not.
      if (key && begun)
        answers[key] = { fingerprint, status: answer.status, body: structuredClone(answer.body) };
      // Before answer and webhooks: what is known must survive its death.
      if (request.method !== 'GET') this.books.save();
      await this.events.deliverEarly();
      return answer;
    } finally {
      this.running.delete(key);
    }
  }

  private answer(request: IncomingMessage, url: URL, body: string) {
    let begun = false;
    try {
      this.admit(request);
      expireHolds(this.world);
      const { endpoint, id } = endpointOf(request, url);
      const form = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
      const run = endpoint.read(form);
      begun = true;
      return { answer: { status: 200, body: run(this.world, id) }, begun };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { answer: { status: error.status, body: { error: error.error } }, begun };
    }
  }

  private admit(request: IncomingMessage): void {
    if (header(request, 'authorization') !== `Bearer ${this.options.secretKey}`)
      throw new ApiError(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided',
      });
    if (header(request, 'stripe-version') !== Stripe.API_VERSION)
      throw invalid(`Invalid Stripe API version: ${header(request, 'stripe-version')}`);
    const form = header(request, 'content-type') === 'application/x-www-form-urlencoded';
    if (request.method === 'POST' && !form) throw invalid('Invalid content type');
    if (header(request, 'stripe-account')) throw invalid('The stand-in acts for the platform only');
  }
}

function endpointOf(request: IncomingMessage, { pathname }: URL) {
  const parts = pathname.split('/');
  for (const endpoint of ENDPOINTS) {
    const pattern = endpoint.path.split('/');
    const fits = (part: string, at: number) => pattern[at] === ':id' || pattern[at] === part;
    if (endpoint.method !== request.method || pattern.length !== parts.length) continue;
    if (parts.every(fits)) return { endpoint, id: parts[pattern.indexOf(':id')] ?? '' };
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${pathname}).`,
  });
}

const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? '');

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_standin',
    'stripe-version': Stripe.API_VERSION,
    ...headers,
  });
  response.end(JSON.stringify(body));
}

/** Ends the connection in the middle of an answer. The package repeats a request by itself if there is none of it at all. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{', () => response.destroy());
}

const failure = (
  status: number,
  error: { type: string; message: string; code?: string },
  headers?: Record<string, string>,
): Answer => ({ status, body: { error }, ...(headers && { headers }) });

const tooMany = failure(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests',
});
const serverError = failure(
  500,
  { type: 'api_error', message: 'An unknown error occurred' },
  { 'stripe-should-retry': 'false' },
);
const reused = failure(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters.',
});
const inUse = failure(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this key.',
});
