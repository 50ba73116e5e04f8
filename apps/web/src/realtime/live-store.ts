import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { BoundedMap } from './bounded';
import type { AnyEntity, Entity, Put } from './entity';
import { type LiveQuery, liveQueryOf, type StoreView } from './live-query';
import type { Viewer } from './live-table';

/** Entities kept per type. */
const CAPACITY = 2_000;

/** Ids by entity. */
class Changes extends Map<AnyEntity, Set<string>> {
  add({ entity, id }: Put): void {
    this.set(entity, (this.get(entity) ?? new Set()).add(id));
  }

  of(entity: AnyEntity): ReadonlySet<string> {
    return this.get(entity) ?? none;
  }
}
const none: ReadonlySet<string> = new Set();

/**
 * The normalized entity store of a QueryClient: the newest copy of each entity, from events and from mutation
 * responses. It is the one place that updates the live queries. Responses that arrive later are merged with it as well,
 * so that a request which was in flight during a change cannot restore the old state.
 */
export class LiveStore {
  #known = new Map<AnyEntity, BoundedMap<string, object>>();
  #viewer: Viewer = null;
  /** Changes since each request in flight was sent: its response may be older than they are. */
  readonly #changedInFlight = new Map<Query, Changes>();
  /** The queries whose data is from before `clear`. */
  #outdated = new WeakSet<Query>();

  constructor(private readonly client: QueryClient) {
    // the page is loaded before its live client, so requests may already be in flight
    for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' }))
      this.#changedInFlight.set(query, new Changes());
    client.getQueryCache().subscribe((change) => {
      const { type, query } = change;
      if (type === 'removed') this.#changedInFlight.delete(query);
      if (type !== 'updated') return;
      const { action } = change;
      if (action.type === 'fetch') this.#changedInFlight.set(query, new Changes());
      if (action.type === 'error') this.#changedInFlight.delete(query);
      if (action.type !== 'success' || action.manual) return;
      this.#outdated.delete(query);
      const changedInFlight = this.#changedInFlight.get(query) ?? new Changes();
      this.#changedInFlight.delete(query);
      const live = liveQueryOf(query.queryKey);
      if (live) this.#update(query, live, changedInFlight);
    });
  }

  /** Starts with an empty store for this viewer; the queries keep their data. */
  begin(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#known = new Map();
    this.#outdated = new WeakSet();
  }

  /** Applies a batch: every query is updated at most once, and observers are notified once. */
  put(puts: readonly Put[]): void {
    const changes = new Changes();
    for (const put of puts) {
      this.#merge(put);
      changes.add(put);
    }
    const queries = this.#liveQueries();
    this.#normalizeRows(queries, changes);
    for (const missed of this.#changedInFlight.values()) for (const put of puts) missed.add(put);
    notifyManager.batch(() => {
      for (const [query, live] of queries) {
        if (!live.entities.some((entity) => changes.has(entity))) continue;
        this.#update(query, live, changes);
        if (live.isIncomplete?.(this.#view(changes), query.queryKey)) query.invalidate();
      }
    });
  }

  /** An optimistic update: changes one entity in the query data only, because the store has no version for it yet. */
  patch<Row>(entity: AnyEntity, id: string, change: (row: Row) => Row): void {
    notifyManager.batch(() => {
      for (const [query, live] of this.#liveQueries()) {
        const next = live.patch?.(query.state.data, entity, id, change);
        if (next !== undefined) setData(query, next);
      }
    });
  }

  /**
   * Empties the store after missed events, when queries are refetched: a row that a response lacks was removed from the
   * list, and an older copy must not insert it again.
   */
  clear(): void {
    this.#known = new Map();
    this.#outdated = new WeakSet(this.client.getQueryCache().getAll());
  }

  #merge({ entity, id, facets }: Put): void {
    let things = this.#known.get(entity);
    if (!things) {
      things = new BoundedMap(CAPACITY);
      this.#known.set(entity, things);
    }
    things.set(id, entity.merge(things.get(id), facets));
  }

  /**
   * Merges the cached rows of the changed entities into the store: an order whose status changes can then enter another
   * list, and a late event does not overwrite a newer response. Data from before a gap does not count.
   */
  #normalizeRows(queries: readonly (readonly [Query, LiveQuery])[], changes: Changes): void {
    for (const [entity, ids] of changes) {
      for (const [query, live] of queries) {
        if (this.#outdated.has(query)) continue;
        for (const put of live.normalize?.(query.state.data, entity, ids) ?? []) this.#merge(put);
      }
    }
  }

  #update(query: Query, live: LiveQuery, changes: Changes): void {
    const { data } = query.state;
    if (data !== undefined) setData(query, live.update(data, this.#view(changes), query.queryKey));
  }

  #liveQueries(): (readonly [Query, LiveQuery])[] {
    return this.client
      .getQueryCache()
      .getAll()
      .flatMap((query) => {
        const live = query.state.data === undefined ? undefined : liveQueryOf(query.queryKey);
        return live ? [[query, live] as const] : [];
      });
  }

  #view(changes: Changes): StoreView {
    // an entity's map holds only facets from the entity's own `put`
    const things = <Facets extends object>(entity: Entity<Facets>) =>
      this.#known.get(entity) as BoundedMap<string, Facets> | undefined;
    return {
      viewer: this.#viewer,
      get: (entity, id) => things(entity)?.get(id),
      all: (entity) => things(entity)?.entries() ?? [],
      changed: (entity) => changes.of(entity),
    };
  }
}

/** `setState` and not `setQueryData`: an update must not make old data count as freshly fetched. */
function setData(query: Query, data: unknown): void {
  if (data !== query.state.data) query.setState({ data });
}

const stores = new WeakMap<QueryClient, LiveStore>();

/** The store of a QueryClient. */
export function liveStore(client: QueryClient): LiveStore {
  let store = stores.get(client);
  if (!store) {
    store = new LiveStore(client);
    stores.set(client, store);
  }
  return store;
}
