import type { QueryKey } from '@tanstack/react-query';
import { type AnyEntity, type Entity, newest, type Put, type SimpleEntity } from './entity';
import type { Viewer } from './live-table';
import { mapRawPages, pagesOf, type RawPage, type RowPage, reconcileRows, withRows } from './rows';

/** The store as one update of a live query reads it. */
export interface StoreView {
  readonly viewer: Viewer;
  get<Facets extends object>(entity: Entity<Facets>, id: string): Facets | undefined;
  all<Facets extends object>(entity: Entity<Facets>): Iterable<readonly [string, Facets]>;
  /** The ids that triggered this update: put just now, or while the request was in flight. */
  changed(entity: AnyEntity): ReadonlySet<string>;
}

/** How the query data under one key is kept in sync with the store. */
export interface LiveQuery {
  /** The key's prefix; the element after it is the filter. */
  readonly key: QueryKey;
  /** The entity types that the data depends on. */
  readonly entities: readonly AnyEntity[];
  /** Whether the data depends on the products or farms that the page watches. */
  readonly watched: boolean;
  /** The data merged with the store; the same object if the store has nothing newer. */
  update(data: unknown, view: StoreView, key: QueryKey): unknown;
  /** Store updates with the facets that the cached rows with these ids contain. */
  normalize?(data: unknown, entity: AnyEntity, ids: ReadonlySet<string>): readonly Put[];
  /** Whether the list lacks a row that only the server can provide; the query is then invalidated. */
  isIncomplete?(view: StoreView, key: QueryKey): boolean;
  /** The data with one row changed. */
  patch?(data: unknown, entity: AnyEntity, id: string, change: (row: never) => unknown): unknown;
}

/** Every live query that a loaded module has declared. */
const registered: LiveQuery[] = [];

function register(query: LiveQuery): LiveQuery {
  registered.push(query);
  return query;
}

/** The live query for this key: the one with the longest matching prefix. */
export function liveQueryOf(key: QueryKey): LiveQuery | undefined {
  let best: LiveQuery | undefined;
  for (const query of registered) {
    if (query.key.length <= (best?.key.length ?? 0)) continue;
    if (query.key.every((part, at) => part === key[at])) best = query;
  }
  return best;
}

/** Whether queries whose key starts with `root` are live, and so are refetched when events were missed. */
export function isLiveKeyRoot(root: unknown): boolean {
  return registered.some(({ key }) => key[0] === root);
}

/** Whether queries whose key starts with `root` depend on the products or farms that the page watches. */
export function isWatchedKeyRoot(root: unknown): boolean {
  return registered.some(({ key, watched }) => watched && key[0] === root);
}

interface BaseOptions {
  readonly key: QueryKey;
  readonly watched?: true;
}

interface RowOptions<Row, Facets extends object> extends BaseOptions {
  readonly entity: Entity<Facets>;
  /** Other entity types that the functions below read. */
  readonly reads?: readonly AnyEntity[];
  /** The row merged with the known facets; the same object if those are not newer. */
  readonly current: (row: Row, known: Facets | undefined, view: StoreView) => Row;
  /** The facets that a cached row contains, so that it can move between lists. */
  readonly facetsOf?: (row: Row) => Facets;
}

interface ListOptions<Row, Facets extends object, Filter> extends RowOptions<Row, Facets> {
  /** The property of the response that holds the rows. */
  readonly rows: string;
  readonly id?: (row: Row) => string;
  /** A row made from the known facets, for lists that lack it. */
  readonly toRow?: (known: Facets) => Row | null | undefined;
  /** Inserts only entities that have just changed: others may be older than the response that lacks the row. */
  readonly insertOnly?: 'changed';
  /** Whether a row matches the filter; null if only the server can check it. */
  readonly matches?: (
    filter: Filter,
    view: StoreView,
    key: QueryKey,
  ) => ((row: Row) => boolean) | null;
  readonly isRemoved?: (row: Row, known: Facets | undefined, view: StoreView) => boolean;
  readonly compare: (a: Row, b: Row, filter: Filter) => number;
  /** A changed row moves to its new position; by default rows stay where they are. */
  readonly keepSorted?: true;
  /** Updates a page's other fields after a change of its rows; returns the same page if they are unchanged. */
  readonly summary?: (
    page: RawPage,
    change: RowChange<Row>,
    view: StoreView,
    filter: Filter,
  ) => RawPage;
  /** Whether an entity belongs in the list although `toRow` cannot make a row of it. */
  readonly isMissing?: (known: Facets, filter: Filter) => boolean;
}

/** A list before and after an update of its rows. */
export interface RowChange<Row> {
  /** The page's total before the update. */
  readonly total: unknown;
  readonly before: readonly Row[];
  readonly after: readonly Row[];
}

/** Options for lists and queries of a {@link SimpleEntity}. */
export const simpleRows = <Row extends { _id: string; version: number }>(
  entity: SimpleEntity<Row>,
) => ({
  entity,
  current: (row: Row, known: Row | undefined) => newest(row, known),
  facetsOf: (row: Row) => row,
  toRow: (known: Row) => known,
});

/** Declares a list: one page or an infinite query, filtered by the element after the key's prefix. */
export function liveList<Row extends { _id: string }, Facets extends object, Filter = unknown>(
  rules: ListOptions<Row, Facets, Filter>,
): LiveQuery {
  const { entity, facetsOf, id = ({ _id }) => _id } = rules;
  const filterOf = (key: QueryKey) => (key[rules.key.length] ?? {}) as Filter;
  const rowsIn = (data: unknown) => pagesOf<Row>(data, rules.rows)?.flatMap(({ rows }) => rows);
  return register({
    key: rules.key,
    entities: [entity, ...(rules.reads ?? [])],
    watched: rules.watched ?? false,
    update(data, view, key) {
      const before = pagesOf<Row>(data, rules.rows);
      if (before === null) return data;
      const after = updatePages(before, rules, filterOf(key), view, key);
      return withPages(data, before, after, rules, filterOf(key), view);
    },
    normalize: (data, of, ids) =>
      of === entity && facetsOf
        ? (rowsIn(data) ?? [])
            .filter((row) => ids.has(id(row)))
            .map((row) => entity.put(id(row), facetsOf(row)))
        : [],
    isIncomplete: (view, key) =>
      rules.isMissing !== undefined &&
      [...view.changed(entity)].some((one) => {
        const known = view.get(entity, one);
        return known !== undefined && rules.isMissing?.(known, filterOf(key)) === true;
      }),
    patch(data, of, wanted, change) {
      const before = of === entity ? pagesOf<Row>(data, rules.rows) : null;
      if (before === null) return data;
      const changed = (row: Row) => (id(row) === wanted ? (change(row as never) as Row) : row);
      const after = before.map((page) => withRows(page, page.rows.map(changed)));
      return replaceRows(data, rules.rows, before, after);
    },
  });
}

function updatePages<Row extends { _id: string }, Facets extends object, Filter>(
  pages: readonly RowPage<Row>[],
  rules: ListOptions<Row, Facets, Filter>,
  filter: Filter,
  view: StoreView,
  key: QueryKey,
): readonly RowPage<Row>[] {
  const { entity, current, toRow, isRemoved, id = ({ _id }) => _id } = rules;
  const matches = rules.matches ? rules.matches(filter, view, key) : () => true;
  function* candidates(): Iterable<Row> {
    if (!toRow || matches === null) return;
    const changed = view.changed(entity);
    for (const [one, known] of view.all(entity)) {
      if (rules.insertOnly === 'changed' && !changed.has(one)) continue;
      const row = toRow(known);
      if (row) yield current(row, known, view);
    }
  }
  const compare = (a: Row, b: Row) => rules.compare(a, b, filter);
  const next = reconcileRows(pages, {
    id,
    current: (row) => current(row, view.get(entity, id(row)), view),
    matches: matches ?? (() => true),
    isRemoved: (row) => isRemoved?.(row, view.get(entity, id(row)), view) ?? false,
    candidates: candidates(),
    compare,
  });
  if (!rules.keepSorted || next === pages) return next;
  const sorted = next.flatMap(({ rows }) => rows).sort(compare);
  return next.map((page) => withRows(page, sorted.splice(0, page.rows.length)));
}

function withPages<Row extends { _id: string }, Facets extends object, Filter>(
  data: unknown,
  before: readonly RowPage<Row>[],
  after: readonly RowPage<Row>[],
  { rows, summary }: ListOptions<Row, Facets, Filter>,
  filter: Filter,
  view: StoreView,
): unknown {
  const next = replaceRows(data, rows, before, after);
  if (!summary) return next;
  const change = {
    before: before.flatMap((page) => page.rows),
    after: after.flatMap((page) => page.rows),
  };
  return mapRawPages(next, (page, at) =>
    summary(page, { ...change, total: before[at]?.total }, view, filter),
  );
}

function replaceRows<Row>(
  data: unknown,
  name: string,
  before: readonly RowPage<Row>[],
  after: readonly RowPage<Row>[],
): unknown {
  return mapRawPages(data, (page, at) => {
    const next = after[at];
    return next === undefined || next === before[at]
      ? page
      : { ...page, [name]: next.rows, ...('total' in page && { total: next.total }) };
  });
}

/** Declares a query that holds one entity. */
export function liveOne<Row extends { _id: string }, Facets extends object>(
  rules: RowOptions<Row, Facets>,
): LiveQuery {
  const { entity, current, facetsOf } = rules;
  return register({
    key: rules.key,
    entities: [entity, ...(rules.reads ?? [])],
    watched: rules.watched ?? false,
    update: (data, view) => current(data as Row, view.get(entity, (data as Row)._id), view),
    normalize: (data, of, ids) =>
      of === entity && facetsOf && ids.has((data as Row)._id)
        ? [entity.put((data as Row)._id, facetsOf(data as Row))]
        : [],
    patch: (data, of, id, change) =>
      of === entity && (data as Row)._id === id ? change(data as never) : data,
  });
}

/** Declares a query with any other data, such as a count, a cart or a figure. */
export function liveValue<Data, Filter = unknown>(
  rules: BaseOptions & {
    readonly reads: readonly AnyEntity[];
    /** The data merged with the store; the same object if the store has nothing newer. */
    readonly current: (data: Data, view: StoreView, filter: Filter) => Data;
  },
): LiveQuery {
  return register({
    key: rules.key,
    entities: rules.reads,
    watched: rules.watched ?? false,
    update: (data, view, key) =>
      rules.current(data as Data, view, (key[rules.key.length] ?? {}) as Filter),
  });
}

/** Compares a row's fields with the filter; null if the filter has criteria that only the server can check. */
export function matchesFields<Row extends object>(
  filter: object,
  fields: readonly (keyof Row & string)[],
): ((row: Row) => boolean) | null {
  const criteria = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'cursor',
  );
  if (criteria.some(([name]) => !fields.includes(name as keyof Row & string))) return null;
  return (row) => criteria.every(([name, value]) => row[name as keyof Row] === value);
}
