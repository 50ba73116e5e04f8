/** Chance that is the same with every run of the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  /** True so often. */
  is(share: number): boolean {
    return this.next() < share;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  of<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** Chance of its own for somebody else, so that nobody's choices depend on those of others. */
  fork(): Chance {
    return new Chance(this.next() * 2_147_483_646);
  }
}
