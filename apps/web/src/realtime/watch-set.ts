import { MAX_WATCHED_PRODUCTS } from '#libs/contracts';

/** The products on screen, with a reference count of the components that show them. */
export class WatchSet {
  readonly #counts = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sent: string | null = '';

  constructor(private readonly send: (productIds: string[]) => void) {}

  /** Watches until the returned function is called. */
  add(ids: readonly string[]): () => void {
    for (const id of ids) {
      const count = this.#counts.get(id) ?? 0;
      // moved to the end: above the maximum, only the products shown last are watched
      this.#counts.delete(id);
      this.#counts.set(id, count + 1);
    }
    this.#scheduleFlush();
    return () => {
      for (const id of ids) {
        const count = (this.#counts.get(id) ?? 1) - 1;
        if (count > 0) this.#counts.set(id, count);
        else this.#counts.delete(id);
      }
      this.#scheduleFlush();
    };
  }

  get ids(): string[] {
    return [...this.#counts.keys()].slice(-MAX_WATCHED_PRODUCTS);
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
    const { ids } = this;
    const next = [...ids].sort().join();
    if (next === this.#sent) return;
    this.#sent = next;
    this.send(ids);
  }
}
