import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { measureOf } from '../observability/observe.js';
import { addressOf } from './caller-network.js';
import { requestIdOf } from './request-id.js';
import { SentAnswer } from './sent-answer.js';
import { type Traffic, trafficOf } from './traffic.js';

/** What anybody is told at an address, and how it was sent to those who have asked. */
export class SharedAnswer {
  private readonly sent: { readonly way: Way; readonly answer: SentAnswer }[] = [];

  /** What was sent to who asked in the same way. */
  sentTo(headers: IncomingHttpHeaders): SentAnswer | undefined {
    const way = wayOf(headers);
    return this.sent.find((known) => isSame(known.way, way))?.answer;
  }

  /** Remembers what is sent to who asks in this way; where there are too many ways, the oldest is forgotten. */
  remember(headers: IncomingHttpHeaders, answer: SentAnswer): void {
    const way = wayOf(headers);
    const { origin = '', takes = '', had = '' } = way;
    if (origin.length + takes.length + had.length > LONGEST_WAY || this.sentTo(headers)) return;
    if (this.sent.length >= MOST_WAYS) this.sent.shift();
    this.sent.push({ way, answer });
  }
}

/** Ways of asking that are remembered of one answer: with and without compression, by who has it already. */
const MOST_WAYS = 8;
/** Letters of what is remembered of somebody's way of asking. */
const LONGEST_WAY = 512;

/** All of a request that what is shared looks different for. Whose token or cookie it is, matters to nobody here. */
interface Way {
  readonly showsToken: boolean;
  readonly showsCookie: boolean;
  readonly origin: string | undefined;
  readonly takes: string | undefined;
  readonly had: string | undefined;
}

const wayOf = (headers: IncomingHttpHeaders): Way => ({
  showsToken: headers.authorization !== undefined,
  showsCookie: headers.cookie !== undefined,
  origin: headers.origin,
  takes: headers['accept-encoding'],
  had: headers['if-none-match'],
});

const isSame = (one: Way, other: Way) =>
  one.had === other.had &&
  one.takes === other.takes &&
  one.origin === other.origin &&
  one.showsToken === other.showsToken &&
  one.showsCookie === other.showsCookie;

/** Whoever keeps answers. */
export interface AnswerKeeper {
  /** What is still true at an address; undefined where an answer has to be made. */
  find(url: string): SharedAnswer | undefined;
  /** Counts a call from an address as the guards would; false where they have to. */
  admits(address: () => string): boolean;
}

/** What holds for every request. */
interface HouseRules {
  /** Whether one request by this method is too much where so many wait, itself included. */
  readonly isTooMuch: (method: string, waiting: number) => boolean;
  readonly isBehindProxy: boolean;
}

const known = new WeakMap<Server, EarlyAnswers>();

/** What a server tells again. */
export function earlyAnswersOf(server: Server): EarlyAnswers {
  const answers = known.get(server) ?? new EarlyAnswers(trafficOf(server));
  known.set(server, answers);
  return answers;
}

/**
 * Tells again what was told before, in front of Fastify: the head and the bytes that hooks, guards and the route have
 * made for somebody who asked for the same in the same way, with a request id of its own. So nothing of it is said
 * twice in the code: whatever a hook adds to an answer is in what is repeated. Limits and figures hold here too; who
 * is not plainly within the limits goes the usual way.
 */
export class EarlyAnswers {
  private readonly shared = new WeakMap<FastifyRequest, SharedAnswer>();
  private keeper: AnswerKeeper | undefined;
  private rules: HouseRules = { isTooMuch: () => false, isBehindProxy: false };

  constructor(private readonly traffic: Traffic) {}

  keptBy(keeper: AnswerKeeper): void {
    this.keeper = keeper;
  }

  /** Says that this request is answered by what is shared. */
  share(request: FastifyRequest, answer: SharedAnswer): void {
    this.shared.set(request, answer);
  }

  /** Remembers what leaves. Behind every other hook that changes an answer. */
  rememberWhatLeaves(fastify: FastifyInstance, rules: HouseRules): void {
    this.rules = rules;
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const answer = this.shared.get(request);
      if (answer) remember(answer, request, reply, payload);
      done(null, payload);
    });
  }

  /** Answers whether it has answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '', headers } = request;
    const { keeper, rules, traffic } = this;
    if (method !== 'GET' || !keeper || traffic.isLeaving) return false;
    const sent = keeper.find(url)?.sentTo(headers);
    if (!sent || rules.isTooMuch(method, traffic.size + 1)) return false;
    if (!keeper.admits(() => addressOf(request, rules.isBehindProxy))) return false;
    const startedAt = performance.now();
    const id = requestIdOf(headers);
    sent.sendAgain(request, response, id);
    if (hasLeft(response)) sent.measure(id, performance.now() - startedAt);
    else
      traffic.enter(request, response).over = () => {
        sent.measure(id, performance.now() - startedAt);
      };
    return true;
  }
}

/**
 * Whether all of an ended answer has been handed to the system, as it is with nearly all short ones at once. Not where
 * somebody reads slowly, or has asked for other things before that are still to come.
 */
const hasLeft = ({ socket }: ServerResponse) => socket !== null && socket.writableLength === 0;

function remember(
  shared: SharedAnswer,
  { method, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  if (method !== 'GET' || reply.hasHeader('set-cookie')) return;
  const { statusCode: status } = reply;
  const isWhole = status === 200 && Buffer.isBuffer(payload);
  if (!isWhole && !(status === 304 && !payload)) return;
  const measure = measureOf({ method, route: routeOptions.url ?? '', status });
  const bytes = isWhole ? payload : null;
  shared.remember(headers, new SentAnswer(status, reply.getHeaders(), bytes, measure));
}
