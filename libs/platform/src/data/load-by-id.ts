import DataLoader from 'dataloader';

/**
 * A data loader for rows by id: the loads of one turn of the event loop share one query. Each query begins after its
 * loads, and nothing is cached, so nobody gets an older row than by a query of their own.
 */
export function loadById<Row>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (id: string) => Promise<Row | undefined> {
  const loader = new DataLoader<string, Row | undefined>(
    async (ids) => {
      const rows = await read([...new Set(ids)]);
      return ids.map((id) => rows.get(id));
    },
    // Requests of one turn come in separate callbacks, between which a tick would already end.
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}
