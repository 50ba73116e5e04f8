import { MAX_WATCHED_FARMS, MAX_WATCHED_PRODUCTS } from '#libs/contracts';

/** What a page or a part of it shows: products, and farms whose days it shows. */
export interface Watched {
  readonly productIds?: readonly string[];
  readonly farmIds?: readonly string[];
}

/** Ids on screen, with a count of the components that show them. */
class CountedIds {
  readonly #counts = new Map<string, number>();

  constructor(private readonly max: number) {}

  add(ids: readonly string[]): void {
    for (const id of ids) {
      const count = this.#counts.get(id) ?? 0;
      // moved to the end: above the maximum, only what was shown last is watched
      this.#counts.delete(id);
      this.#counts.set(id, count + 1);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const count = (this.#counts.get(id) ?? 1) - 1;
      if (count > 0) this.#counts.set(id, count);
      else this.#counts.delete(id);
    }
  }

  get ids(): string[] {
    return [...this.#counts.keys()].slice(-this.max);
  }
}

/** The products and farms on screen. */
export class WatchSet {
  readonly #products = new CountedIds(MAX_WATCHED_PRODUCTS);
  readonly #farms = new CountedIds(MAX_WATCHED_FARMS);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sent: string | null = JSON.stringify([[], []]);

  constructor(
    private readonly send: (watched: { productIds: string[]; farmIds: string[] }) => void,
  ) {}

  /** Watches until the returned function is called. */
  add({ productIds = [], farmIds = [] }: Watched): () => void {
    this.#products.add(productIds);
    this.#farms.add(farmIds);
    this.#scheduleFlush();
    return () => {
      this.#products.remove(productIds);
      this.#farms.remove(farmIds);
      this.#scheduleFlush();
    };
  }

  /** Sends the set again after a reconnect, even an empty one: watches do not survive their connection. */
  resend(): void {
    this.#sent = null;
    this.#flush();
  }

  /** Debounced: a page change removes the old ids and adds the new ones in one message. */
  #scheduleFlush(): void {
    this.#timer ??= setTimeout(() => this.#flush(), 20);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const watched = { productIds: this.#products.ids, farmIds: this.#farms.ids };
    const next = JSON.stringify(Object.values(watched).map((ids) => ids.toSorted()));
    if (next === this.#sent) return;
    this.#sent = next;
    this.send(watched);
  }
}
