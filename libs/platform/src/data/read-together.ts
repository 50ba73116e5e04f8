interface Turn<Row> {
  readonly ids: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Reads by id, those that are asked for in one turn of the event loop by one query. Each read begins after it was asked
 * for, so nobody is told anything older than by a query of their own; and the more ask, the less each costs.
 */
export class ReadTogether<Row> {
  private turn: Turn<Row> | undefined;

  /** `read` answers what it finds by id. */
  constructor(
    private readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
  ) {}

  /** Undefined where there is no such row. */
  async one(id: string): Promise<Row | undefined> {
    this.turn ??= this.begin();
    const { ids, rows } = this.turn;
    ids.add(id);
    return (await rows).get(id);
  }

  private begin(): Turn<Row> {
    const ids = new Set<string>();
    const end = new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    const rows = end.then(() => {
      this.turn = undefined;
      return this.read([...ids]);
    });
    return { ids, rows };
  }
}
