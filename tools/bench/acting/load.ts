import { type Answer, Caller } from '../runner/caller.js';
import { type Program, usedBy } from '../runner/programs.js';
import type { Act, Steps } from './acts.js';
import type { Backlog } from './backlog.js';
import type { Cast } from './cast.js';

/** Upper limit of acts per second, for filling pools. */
const ACTS_A_SECOND = 2_000;

/** A measured server: the product or the baseline. */
export interface Server {
  readonly name: string;
  readonly port: number;
  readonly cast: Cast;
  /** The processes whose CPU time counts for it. */
  readonly programs: readonly Program[];
}

export interface Round {
  /** Duration of each act in ms, with all its requests. */
  readonly took: number[];
  readonly perSecond: number;
  /** CPU time of each program in ms, until all work caused by the acts is done. */
  readonly cpu: readonly number[];
}

/** Runs one act at a time on each client for `seconds`, then waits until the worker has no work left. */
export async function play(
  act: Act,
  { port, cast, programs }: Server,
  backlog: Backlog,
  clients: number,
  seconds: number,
): Promise<Round> {
  await act.uses?.(cast).fill(Math.ceil(ACTS_A_SECOND * seconds));
  const callers = await Promise.all(Array.from({ length: clients }, () => Caller.to(port, true)));
  if (act.prepare)
    for (const [client, caller] of callers.entries())
      await perform(caller, act.prepare(cast, client));
  await backlog.settle();
  const before = await Promise.all(programs.map(usedBy));
  const { took, perSecond } = await actFor(seconds, callers, (client) => act.does(cast, client));
  for (const caller of callers) caller.close();
  await backlog.settle();
  const after = await Promise.all(programs.map(usedBy));
  const cpu = after.map(({ cpuMs }, at) => cpuMs - (before[at]?.cpuMs ?? 0));
  return { took, perSecond, cpu };
}

/** Runs acts one after the other on each caller, for `seconds`. */
export async function actFor(
  seconds: number,
  callers: readonly Caller[],
  does: (client: number) => Steps,
): Promise<Omit<Round, 'cpu'>> {
  const took: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1_000;
  const work = async (caller: Caller, client: number) => {
    for (let from = performance.now(); from < end; ) {
      await perform(caller, does(client));
      const now = performance.now();
      took.push(now - from);
      from = now;
    }
  };
  await Promise.all(callers.map(work));
  return { took, perSecond: (took.length * 1_000) / (performance.now() - started) };
}

/** Runs one act `times` times on a single client. */
export async function repeat(act: Act, { port, cast }: Server, times: number): Promise<void> {
  await act.uses?.(cast).fill(times);
  const caller = await Caller.to(port, true);
  for (let n = 0; n < times; n++) await perform(caller, act.does(cast, 0));
  caller.close();
}

export async function prepare(act: Act, { port, cast }: Server): Promise<void> {
  if (!act.prepare) return;
  const caller = await Caller.to(port, true);
  await perform(caller, act.prepare(cast, 0));
  caller.close();
}

/** Sends the requests of an act; throws for an unexpected status. */
export async function perform(caller: Caller, steps: Steps): Promise<void> {
  for (let step = steps.next(); !step.done; ) {
    const answer: Answer = await caller.ask(step.value.bytes);
    if (answer.status !== step.value.status) {
      const [line] = step.value.bytes.toString('latin1').split(' HTTP/');
      throw new Error(`${line}: answered ${answer.status}: ${answer.body.slice(0, 500)}`);
    }
    step = steps.next(answer);
  }
}
