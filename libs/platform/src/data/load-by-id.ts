import DataLoader from 'dataloader';

/**
 * A data loader for rows by id: loads in one turn of the event loop share one query. The query starts after its loads
 * and nothing is cached, so no caller gets an older row than from a query of its own.
 */
export function loadById<Row>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (id: string) => Promise<Row | undefined> {
  const loader = new DataLoader<string, Row | undefined>(
    async (ids) => {
      const rows = await read([...new Set(ids)]);
      return ids.map((id) => rows.get(id));
    },
    // Requests of one turn arrive in separate callbacks, and DataLoader's default tick would end between them.
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}
