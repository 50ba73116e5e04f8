import { Caller } from './caller.js';

/** Connections opened before the first request, as many as a reverse proxy would use. */
const CONNECTIONS = 400;
const AT_ONCE = 20;
/** Time in ms after which a request counts as unanswered. */
const TIMEOUT_MS = 30_000;
const TICK_MS = 5;
const RETRY_AFTER = /\r\nretry-after: \d/i;

/** Outcomes of the requests of one phase. Times are in ms, from the scheduled time of each request. */
export class Outcome {
  /** Times of successful responses. */
  readonly accepted: number[] = [];
  /** Times of responses with status 429 or 503. */
  readonly refused: number[] = [];
  /** Refusals without a Retry-After. */
  withoutRetryAfter = 0;
  /** Other responses, by status; 0 means none: the connection closed, or the request timed out. */
  readonly wrong = new Map<number, number>();
  /** Requests not sent when due, because every connection was busy. */
  unsent = 0;

  get longest(): number {
    return [...this.accepted, ...this.refused].reduce((most, ms) => Math.max(most, ms), 0);
  }
}

export type Ask = (n: number) => Buffer;

/** A closed loop: `clients`, each with one request at a time, for `ms`. */
export async function closedLoop(
  port: number,
  ask: Ask,
  clients: number,
  ms: number,
): Promise<Outcome> {
  const outcome = new Outcome();
  const end = performance.now() + ms;
  let n = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const caller = await Caller.to(port);
      while (performance.now() < end) await send(caller, ask(n++), performance.now(), outcome);
      caller.close();
    }),
  );
  return outcome;
}

/** An open loop: sends requests at a fixed rate, however slow the responses are; resolves after the last response. */
export async function openLoop(
  port: number,
  ask: Ask,
  perSecond: number,
  ms: number,
): Promise<Outcome> {
  const outcome = new Outcome();
  const free: Caller[] = [];
  while (free.length < CONNECTIONS)
    free.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => Caller.to(port)))));
  const pending = new Set<Promise<void>>();
  const sendOn = async (n: number, caller: Caller) => {
    if (await send(caller, ask(n), performance.now(), outcome)) free.push(caller);
    else caller.close();
  };
  const began = performance.now();
  for (let n = 0; performance.now() - began < ms; ) {
    for (; n < ((performance.now() - began) * perSecond) / 1_000; n++) {
      const caller = free.shift();
      if (!caller) {
        outcome.unsent += 1;
        continue;
      }
      const sending: Promise<void> = sendOn(n, caller).finally(() => pending.delete(sending));
      pending.add(sending);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  for (const caller of free) caller.close();
  return outcome;
}

/** Sends a request and records its outcome; returns whether the connection can be reused. */
async function send(
  caller: Caller,
  bytes: Buffer,
  due: number,
  outcome: Outcome,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  const answer = await Promise.race([caller.ask(bytes).catch(() => null), timeout]);
  clearTimeout(timer);
  const ms = performance.now() - due;
  const status = answer?.status ?? 0;
  if (status === 200 || status === 201) outcome.accepted.push(ms);
  else if (answer && (status === 429 || status === 503)) {
    outcome.refused.push(ms);
    if (!RETRY_AFTER.test(answer.head)) outcome.withoutRetryAfter += 1;
  } else outcome.wrong.set(status, (outcome.wrong.get(status) ?? 0) + 1);
  return answer !== null;
}
