/** A pseudo-random generator, determined by its seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.abs(Math.trunc(seed)) % 2_147_483_646) + 1;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  /** True with probability `share`. */
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

  /** A new generator for another person, so that nobody's choices depend on those of others. */
  fork(): Chance {
    return new Chance(this.next() * 2_147_483_646);
  }
}
