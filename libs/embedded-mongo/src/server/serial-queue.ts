/** Runs work one at a time, in order; without earlier work it starts synchronously. */
export class SerialQueue {
  private last: Promise<void> | undefined;

  /** `work` must neither throw nor reject. */
  run(work: () => void | Promise<void>): void {
    const ended = this.last ? this.last.then(work) : work();
    if (!ended) return;
    this.last = ended;
    void ended.then(() => {
      if (this.last === ended) this.last = undefined;
    });
  }
}
