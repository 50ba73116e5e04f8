/** A Map that evicts its oldest entries, so that a page left open for weeks stays small. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly capacity: number) {
    super();
  }

  /** Stores the value as the newest entry. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const oldest = this.keys().next();
    if (this.size > this.capacity && !oldest.done) this.delete(oldest.value);
    return this;
  }
}
