/** Runs one piece of work after the other: the next one begins when the one before has ended, at once if there is none. */
export class InTurn {
  private last: Promise<void> | undefined;

  /** `work` must not throw nor reject. */
  run(work: () => void | Promise<void>): void {
    const ended = this.last ? this.last.then(work) : work();
    if (!ended) return;
    this.last = ended;
    void ended.then(() => {
      if (this.last === ended) this.last = undefined;
    });
  }
}
