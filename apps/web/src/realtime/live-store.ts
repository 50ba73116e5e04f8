import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { BoundedMap } from './bounded';
import type { AnyEntity, Entity, Put } from './entity';
import { type Live, type LiveQuery, liveQueryOf } from './live-query';
import type { Viewer } from './viewer';

/** Things of one kind that are remembered. */
const CAPACITY = 2_000;

/** Ids by entity. */
class Changes {
  readonly #ids = new Map<AnyEntity, Set<string>>();

  add({ entity, id }: Put): void {
    const ids = this.#ids.get(entity);
    if (ids) ids.add(id);
    else this.#ids.set(entity, new Set([id]));
  }

  of(entity: AnyEntity): ReadonlySet<string> {
    return this.#ids.get(entity) ?? none;
  }

  get entities(): Iterable<AnyEntity> {
    return this.#ids.keys();
  }

  has(entity: AnyEntity): boolean {
    return this.#ids.has(entity);
  }
}
const none: ReadonlySet<string> = new Set();

/**
 * The newest that is known of each thing, from events and from the answers of mutations, and the one place that brings
 * the live queries of a QueryClient up to it. An answer that comes in later is compared with it as well, so that a
 * request which was under way during a change cannot bring the old state back.
 */
export class LiveStore {
  #known = new Map<AnyEntity, BoundedMap<string, object>>();
  #viewer: Viewer = null;
  /** What changed while a request was under way: its answer may be from before that. */
  readonly #meanwhile = new Map<Query, Changes>();
  /** The queries whose answers are from before `clear`. */
  #outdated = new WeakSet<Query>();

  constructor(private readonly client: QueryClient) {
    client.getQueryCache().subscribe((change) => {
      const { type, query } = change;
      if (type === 'removed') this.#meanwhile.delete(query);
      if (type !== 'updated') return;
      const { action } = change;
      if (action.type === 'fetch') this.#meanwhile.set(query, new Changes());
      if (action.type === 'error') this.#meanwhile.delete(query);
      if (action.type !== 'success' || action.manual) return;
      this.#outdated.delete(query);
      const missed = this.#meanwhile.get(query) ?? new Changes();
      this.#meanwhile.delete(query);
      const live = liveQueryOf(query.queryKey);
      if (live) this.#update(query, live, missed);
    });
  }

  /** Starts empty for this viewer, with the queries as they are. */
  begin(viewer: Viewer): void {
    this.#viewer = viewer;
    this.#known = new Map();
    this.#outdated = new WeakSet();
  }

  /** Takes in a batch: every query is updated at most once, and screens are notified once. */
  put(puts: readonly Put[]): void {
    const changes = new Changes();
    for (const put of puts) {
      this.#merge(put);
      changes.add(put);
    }
    const queries = this.#liveQueries();
    this.#learnRows(queries, changes);
    for (const missed of this.#meanwhile.values()) for (const put of puts) missed.add(put);
    notifyManager.batch(() => {
      for (const [query, live] of queries) {
        if (!live.entities.some((entity) => changes.has(entity))) continue;
        this.#update(query, live, changes);
        if (live.isIncomplete?.(this.#view(changes), query.queryKey)) query.invalidate();
      }
    });
  }

  /** Changes one thing where it is on screen, without a new version: for what the server has not confirmed. */
  edit<Row>(entity: AnyEntity, id: string, change: (row: Row) => Row | null): void {
    notifyManager.batch(() => {
      for (const [query, live] of this.#liveQueries()) {
        const next = live.edit?.(query.state.data, entity, id, change);
        if (next !== undefined) show(query, next);
      }
    });
  }

  /**
   * Drops all knowledge, for when events were missed and all is read again: a row that is not in an answer has left the
   * list, and older knowledge of it must not bring it back.
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
   * What screens show of the things that changed counts as known too: an order whose status changes can then enter
   * another list, and a late event does not bring in what a newer answer has overtaken. Answers from before a gap say
   * nothing.
   */
  #learnRows(queries: readonly (readonly [Query, LiveQuery])[], changes: Changes): void {
    for (const entity of changes.entities) {
      for (const [query, live] of queries) {
        if (this.#outdated.has(query)) continue;
        for (const put of live.learn?.(query.state.data, entity, changes.of(entity)) ?? [])
          this.#merge(put);
      }
    }
  }

  #update(query: Query, live: LiveQuery, changes: Changes): void {
    const { data } = query.state;
    if (data !== undefined) show(query, live.update(data, this.#view(changes), query.queryKey));
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

  #view(changes: Changes): Live {
    // an entity's map holds what its own `put` made
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

/** `setState` and not `setQueryData`: an update must not make an old answer count as freshly fetched. */
function show(query: Query, data: unknown): void {
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
