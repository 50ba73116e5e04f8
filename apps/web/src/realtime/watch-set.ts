import { MAX_WATCHED_PRODUCTS } from '#libs/contracts';

/** Which products the page shows now, counted by the components that show them. */
export class WatchSet {
  readonly #counts = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sent: string | null = '';

  constructor(private readonly send: (productIds: string[]) => void) {}

  /** Watches until the returned function is called. */
  add(ids: readonly string[]): () => void {
    for (const id of ids) {
      const count = this.#counts.get(id) ?? 0;
      // to the end: when there are too many, the ones shown last stay
      this.#counts.delete(id);
      this.#counts.set(id, count + 1);
    }
    this.#soon();
    return () => {
      for (const id of ids) {
        const count = (this.#counts.get(id) ?? 1) - 1;
        if (count > 0) this.#counts.set(id, count);
        else this.#counts.delete(id);
      }
      this.#soon();
    };
  }

  get ids(): string[] {
    return [...this.#counts.keys()].slice(-MAX_WATCHED_PRODUCTS);
  }

  /** A new connection knows nothing of what was watched before, so even an empty set is sent. */
  resend(): void {
    this.#sent = null;
    this.#flush();
  }

  /** A page change removes the old ids and adds the new ones: one message for both. */
  #soon(): void {
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
