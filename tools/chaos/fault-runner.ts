import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster';
import type { ManagedProcess } from './managed-process';
import type { OrderLoad } from './order-load';
import {
  describeFault,
  type Fault,
  FLUSH_GAP_MS,
  FLUSH_TIMES,
  processesOf,
  type Round,
  SLOW_GAP_MS,
  SLOW_TIMES,
} from './plan';
import { beSlow } from './slow-clients';

/** An injected fault. Times are epoch ms; `to` is when its target responded again. */
export interface PastFault {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** Injects the faults of a plan. */
export class FaultRunner {
  readonly failures: string[] = [];

  constructor(
    private readonly cluster: Cluster,
    private readonly load: OrderLoad | null,
    private readonly print: (line: string) => void,
  ) {}

  /** Runs a round; resolves when its last fault has ended. After an abort no further fault starts. */
  async run(round: Round, signal: AbortSignal): Promise<PastFault[]> {
    const begin = Date.now();
    const past: PastFault[] = [];
    const running: Promise<void>[] = [];
    for (const { atMs, fault } of round) {
      await sleep(Math.max(0, begin + atMs - Date.now()), undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      const from = Date.now();
      const one: PastFault = { name: describeFault(fault), from, to: from };
      past.push(one);
      this.print(`  ${((from - begin) / 1_000).toFixed(1).padStart(6)} s  ${one.name}`);
      running.push(
        this.#inject(fault, round.length === 1)
          .catch((error: unknown) => {
            this.failures.push(`${one.name}: ${String(error)}`);
          })
          .then(() => {
            one.to = Date.now();
          }),
      );
    }
    await Promise.all(running);
    return past;
  }

  async #inject(fault: Fault, isAlone: boolean): Promise<void> {
    const targets = processesOf(fault).map((name) => this.cluster.get(name));
    switch (fault.kind) {
      case 'kill':
        return restart(targets, fault.ms);
      case 'power-cut':
        return this.#cutPower(targets, fault);
      case 'redis-empty':
        return restart(targets, fault.ms, () => this.cluster.redisFiles.remove());
      case 'flushall':
        return this.#underLoad(() =>
          repeat(FLUSH_TIMES, FLUSH_GAP_MS, () => this.cluster.flushRedis()),
        );
      case 'cut-sockets':
        this.cluster.proxy.cut();
        return;
      case 'pause-workers':
      case 'pause-worker':
      case 'pause-stripe':
        return pause(targets, fault.ms);
      case 'load-without-workers':
        return this.#underLoad(() => pause(targets, fault.ms));
      case 'slow-redis':
        return repeat(SLOW_TIMES, SLOW_GAP_MS, () => pause(targets, fault.ms));
      case 'slow-clients':
        for (const { port } of targets) await beSlow(port, fault.ms, isAlone);
        return;
    }
  }

  async #cutPower(targets: readonly ManagedProcess[], { ms, lostMs = 0 }: Fault): Promise<void> {
    const { redisFiles } = this.cluster;
    const before = await redisFiles.current();
    await sleep(lostMs);
    await restart(targets, ms, async () => {
      const bytes = await redisFiles.truncate(before);
      this.print(`            redis has lost ${bytes} bytes of what it wrote`);
    });
  }

  async #underLoad(work: () => Promise<void>): Promise<void> {
    const stop = this.load?.start();
    try {
      await work();
    } finally {
      if (stop) this.print(`            ${stop()} orders were sent meanwhile`);
    }
  }
}

async function repeat(times: number, gapMs: number, act: () => Promise<void>): Promise<void> {
  for (let time = 1; time <= times; time++) {
    if (time > 1) await sleep(gapMs);
    await act();
  }
}

/** Kills the processes and starts them again after `ms`. */
async function restart(
  targets: readonly ManagedProcess[],
  ms: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  for (const target of targets) await target.end('SIGKILL');
  await meanwhile();
  await sleep(ms);
  await Promise.all(targets.map((target) => target.start()));
}

/** Pauses the processes for `ms`; resolves when they respond again. */
async function pause(targets: readonly ManagedProcess[], ms: number): Promise<void> {
  for (const target of targets) target.signal('SIGSTOP');
  await sleep(ms);
  for (const target of targets) target.signal('SIGCONT');
  await Promise.all(targets.map((target) => target.answers()));
}
