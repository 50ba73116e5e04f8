import { type Answer, Caller } from '../runner/caller.js';
import { type Program, usedBy } from '../runner/programs.js';
import type { Act, Steps } from './acts.js';
import type { Backlog } from './backlog.js';
import type { Cast } from './cast.js';

/** More than any server does of an act in a second. */
const ACTS_A_SECOND = 2_000;

/** One server of the acts: the product, or the baseline. */
export interface Server {
  readonly name: string;
  readonly port: number;
  readonly cast: Cast;
  /** Whose processor time counts for it. */
  readonly programs: readonly Program[];
}

export interface Round {
  /** Milliseconds of each act, with all its requests. */
  readonly took: number[];
  readonly perSecond: number;
  /** Milliseconds of processor time of each program, until all that the acts cause was done. */
  readonly cpu: readonly number[];
}

/** So many clients, each with one act at a time, for so long; ends when nothing is left to do for the worker. */
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

/** Each caller does one act after the other, for so long. */
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

/** One act so many times by one client. */
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

/** Makes the requests of an act; throws where one is not answered as it must be. */
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
