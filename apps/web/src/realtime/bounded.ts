/** A Map that forgets its oldest entries, so that a page left open for weeks stays small. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(private readonly capacity: number) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
  }

  /** Stores `value` unless what is stored is at least as new; says whether it did. */
  setNewer(key: Key, value: Value, versionOf: (value: Value) => number): boolean {
    const known = this.#entries.get(key);
    if (known !== undefined && versionOf(known) >= versionOf(value)) return false;
    this.set(key, value);
    return true;
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  get size(): number {
    return this.#entries.size;
  }
}
