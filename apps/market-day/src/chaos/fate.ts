import { type Act, type Cast, concernedBy, type Fault, inWords } from './plan';
import type { Stage } from './stage';

/** Makes happen what the plan says. */
export class Fate {
  /** How often each kind of thing happened, and to whom. */
  readonly done = new Map<string, number>();
  readonly #running: Promise<void>[] = [];
  readonly failures: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly cast: Cast,
    private readonly say: (line: string) => void,
  ) {}

  /** Resolves when the last act has begun; each goes on by itself. */
  async play(acts: readonly Act[], isOver: () => boolean): Promise<void> {
    const opened = Date.now();
    for (const { atMs, fault } of acts) {
      await sleep(opened + atMs - Date.now());
      if (isOver()) return;
      this.say(`  ${((Date.now() - opened) / 1_000).toFixed(1).padStart(6)} s  ${inWords(fault)}`);
      this.#running.push(
        this.#happen(fault).catch((error: unknown) => {
          this.failures.push(`${inWords(fault)}: ${String(error)}`);
        }),
      );
    }
  }

  /** Resolves when everybody is back. */
  async isOver(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #happen(fault: Fault): Promise<void> {
    const role = fault.whom.replace(/ \d+$/, '');
    const what = `${fault.kind}: ${role}`;
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
    const concerned = concernedBy(fault, this.cast).map((name) => this.stage.get(name));
    switch (fault.kind) {
      case 'kill':
      case 'power cut':
        for (const child of concerned) await child.end('SIGKILL');
        if (fault.kind === 'power cut') {
          const bytes = await this.stage.redisFile.lose(fault.lostMs);
          this.say(`            redis has lost ${bytes} bytes of what it wrote`);
        }
        await sleep(fault.ms);
        for (const child of concerned) await child.start();
        return;
      case 'cut sockets':
        this.stage.front.cut();
        return;
      case 'fill outbox':
      case 'stop clock':
        for (const child of concerned) child.pause(true);
        await sleep(fault.ms);
        for (const child of concerned) child.pause(false);
    }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
