import type { QueryKey } from '@tanstack/react-query';
import { type AnyEntity, type Entity, newest, type Put, type Whole } from './entity';
import { mapRawPages, pagesOf, type RawPage, type RowPage, reconcileRows, sameOr } from './rows';
import type { Viewer } from './viewer';

/** What a live query is computed from: the store, as one update sees it. */
export interface Live {
  readonly viewer: Viewer;
  get<Facets extends object>(entity: Entity<Facets>, id: string): Facets | undefined;
  all<Facets extends object>(entity: Entity<Facets>): Iterable<readonly [string, Facets]>;
  /** The ids that this update is about: put just now, or while the answer was under way. */
  changed(entity: AnyEntity): ReadonlySet<string>;
}

/** How the answers under one key follow the store. */
export interface LiveQuery {
  /** The beginning of the key; what follows it is the filter. */
  readonly key: QueryKey;
  /** What the answer is computed from. */
  readonly entities: readonly AnyEntity[];
  /** Whether it depends on the products that the page watches. */
  readonly watched: boolean;
  /** The answer as it is known now; the same object if nothing newer is known. */
  update(data: unknown, live: Live, key: QueryKey): unknown;
  /** What the rows of the answer with these ids say themselves. */
  learn?(data: unknown, entity: AnyEntity, ids: ReadonlySet<string>): readonly Put[];
  /** Whether the list lacks a row that only the server can give; it is then read at its next visit. */
  isIncomplete?(live: Live, key: QueryKey): boolean;
  /** The answer with one row changed, or without it where `change` answers null. */
  edit?(data: unknown, entity: AnyEntity, id: string, change: (row: never) => unknown): unknown;
}

/** Every live query that a loaded module has declared. */
const registered: LiveQuery[] = [];

function register(query: LiveQuery): LiveQuery {
  registered.push(query);
  return query;
}

/** The live query that keeps the answer under this key, by its longest declared beginning. */
export function liveQueryOf(key: QueryKey): LiveQuery | undefined {
  let best: LiveQuery | undefined;
  for (const query of registered) {
    if (query.key.length <= (best?.key.length ?? 0)) continue;
    if (query.key.every((part, at) => part === key[at])) best = query;
  }
  return best;
}

/** Whether answers under this first part of a key are live, and so are read again when events were missed. */
export function isLiveRoot(root: unknown): boolean {
  return registered.some(({ key }) => key[0] === root);
}

/** Whether answers under this first part of a key depend on the products that the page watches. */
export function isWatchedRoot(root: unknown): boolean {
  return registered.some(({ key, watched }) => watched && key[0] === root);
}

interface Rules {
  readonly key: QueryKey;
  readonly watched?: true;
}

interface RowOf<Row, Facets extends object> extends Rules {
  readonly entity: Entity<Facets>;
  /** Other entities that `current` and the rest look at. */
  readonly reads?: readonly AnyEntity[];
  /** The row with what is known of it; the same object if that is nothing newer. */
  readonly current: (row: Row, known: Facets | undefined, live: Live) => Row;
  /** What a row on screen says of itself, so that it can move between lists. */
  readonly learn?: (row: Row) => Facets;
}

interface ListOf<Row, Facets extends object, Filter> extends RowOf<Row, Facets> {
  /** The name under which the rows travel. */
  readonly rows: string;
  readonly id?: (row: Row) => string;
  /** A row made of what is known, for lists that lack it. */
  readonly whole?: (known: Facets) => Row | null | undefined;
  /** Where what is known may be older than an answer without the row: only what has just changed may join. */
  readonly joins?: 'changed';
  /** Whether a row passes the filter; null where only the server knows. */
  readonly matches?: (filter: Filter, live: Live, key: QueryKey) => ((row: Row) => boolean) | null;
  readonly isGone?: (row: Row, known: Facets | undefined, live: Live) => boolean;
  readonly compare: (a: Row, b: Row, filter: Filter) => number;
  /** A changed row moves to its new place; elsewhere rows stay where they are. */
  readonly resorts?: true;
  /** What travels with a page beside its rows, after a change of the rows; the same page if that is unchanged. */
  readonly summary?: (page: RawPage, change: RowChange<Row>, live: Live, filter: Filter) => RawPage;
  /** Whether this knowledge belongs into the list and yet cannot be made a row. */
  readonly lacks?: (known: Facets, filter: Filter) => boolean;
}

/** A list before and after an update of its rows. */
export interface RowChange<Row> {
  /** The total of the page before. */
  readonly total: unknown;
  readonly before: readonly Row[];
  readonly after: readonly Row[];
}

/** For lists and queries of things that are always known as a whole. */
export const wholeRows = <Row extends { _id: string; version: number }>(entity: Whole<Row>) => ({
  entity,
  current: (row: Row, known: Row | undefined) => newest(row, known),
  learn: (row: Row) => row,
  whole: (known: Row) => known,
});

/** Declares a list: one page or an infinite query, filtered by what follows the key. */
export function liveList<Row extends { _id: string }, Facets extends object, Filter = unknown>(
  rules: ListOf<Row, Facets, Filter>,
): LiveQuery {
  const { entity, learn, id = ({ _id }) => _id } = rules;
  const filterOf = (key: QueryKey) => (key[rules.key.length] ?? {}) as Filter;
  const rowsIn = (data: unknown) => pagesOf<Row>(data, rules.rows)?.flatMap(({ rows }) => rows);
  return register({
    key: rules.key,
    entities: [entity, ...(rules.reads ?? [])],
    watched: rules.watched ?? false,
    update(data, live, key) {
      const before = pagesOf<Row>(data, rules.rows);
      if (before === null) return data;
      const after = updatePages(before, rules, filterOf(key), live, key);
      return withPages(data, before, after, rules, filterOf(key), live);
    },
    learn: (data, of, ids) =>
      of === entity && learn
        ? (rowsIn(data) ?? [])
            .filter((row) => ids.has(id(row)))
            .map((row) => entity.put(id(row), learn(row)))
        : [],
    isIncomplete: (live, key) =>
      rules.lacks !== undefined &&
      [...live.changed(entity)].some((one) => {
        const known = live.get(entity, one);
        return known !== undefined && rules.lacks?.(known, filterOf(key)) === true;
      }),
    edit(data, of, wanted, change) {
      const before = of === entity ? pagesOf<Row>(data, rules.rows) : null;
      if (before === null) return data;
      const after = reconcileRows(before, {
        id,
        current: (row) =>
          id(row) === wanted ? ((change(row as never) as Row | null) ?? row) : row,
        isGone: (row) => id(row) === wanted && change(row as never) === null,
        matches: () => true,
        candidates: [],
        compare: () => 0,
      });
      return replaceRows(data, rules.rows, before, after);
    },
  });
}

function updatePages<Row extends { _id: string }, Facets extends object, Filter>(
  pages: readonly RowPage<Row>[],
  rules: ListOf<Row, Facets, Filter>,
  filter: Filter,
  live: Live,
  key: QueryKey,
): readonly RowPage<Row>[] {
  const { entity, current, whole, isGone, id = ({ _id }) => _id } = rules;
  const matches = rules.matches ? rules.matches(filter, live, key) : () => true;
  function* candidates(): Iterable<Row> {
    if (!whole || matches === null) return;
    const changed = live.changed(entity);
    for (const [one, known] of live.all(entity)) {
      if (rules.joins === 'changed' && !changed.has(one)) continue;
      const row = whole(known);
      if (row) yield current(row, known, live);
    }
  }
  const compare = (a: Row, b: Row) => rules.compare(a, b, filter);
  const next = reconcileRows(pages, {
    id,
    current: (row) => current(row, live.get(entity, id(row)), live),
    matches: matches ?? (() => true),
    isGone: (row) => isGone?.(row, live.get(entity, id(row)), live) ?? false,
    candidates: candidates(),
    compare,
  });
  if (!rules.resorts || next === pages) return next;
  const sorted = next.flatMap(({ rows }) => rows).sort(compare);
  return next.map((page) => {
    const rows = sameOr(page.rows, sorted.splice(0, page.rows.length));
    return rows === page.rows ? page : { ...page, rows };
  });
}

function withPages<Row extends { _id: string }, Facets extends object, Filter>(
  data: unknown,
  before: readonly RowPage<Row>[],
  after: readonly RowPage<Row>[],
  { rows, summary }: ListOf<Row, Facets, Filter>,
  filter: Filter,
  live: Live,
): unknown {
  const next = replaceRows(data, rows, before, after);
  if (!summary) return next;
  const change = {
    before: before.flatMap((page) => page.rows),
    after: after.flatMap((page) => page.rows),
  };
  return mapRawPages(next, (page, at) =>
    summary(page, { ...change, total: before[at]?.total }, live, filter),
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
      : { ...page, [name]: next.rows, total: next.total };
  });
}

/** Declares a query that holds one thing. */
export function liveOne<Row extends { _id: string }, Facets extends object>(
  rules: RowOf<Row, Facets>,
): LiveQuery {
  const { entity, current, learn } = rules;
  return register({
    key: rules.key,
    entities: [entity, ...(rules.reads ?? [])],
    watched: rules.watched ?? false,
    update: (data, live) => current(data as Row, live.get(entity, (data as Row)._id), live),
    learn: (data, of, ids) =>
      of === entity && learn && ids.has((data as Row)._id)
        ? [entity.put((data as Row)._id, learn(data as Row))]
        : [],
    edit: (data, of, id, change) =>
      of === entity && (data as Row)._id === id ? (change(data as never) ?? data) : data,
  });
}

/** Declares any other answer, such as a count, a cart or a figure. */
export function liveValue<Data, Filter = unknown>(
  rules: Rules & {
    readonly reads: readonly AnyEntity[];
    /** The answer as it is known now; the same object if nothing newer is known. */
    readonly current: (data: Data, live: Live, filter: Filter) => Data;
  },
): LiveQuery {
  return register({
    key: rules.key,
    entities: rules.reads,
    watched: rules.watched ?? false,
    update: (data, live, key) =>
      rules.current(data as Data, live, (key[rules.key.length] ?? {}) as Filter),
  });
}

/** Whether a row has these values of a filter; null where the filter asks for more, which only the server knows. */
export function matchesFields<Row extends object>(
  filter: object,
  fields: readonly (keyof Row & string)[],
): ((row: Row) => boolean) | null {
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'cursor',
  );
  if (asked.some(([name]) => !fields.includes(name as keyof Row & string))) return null;
  return (row) => asked.every(([name, value]) => row[name as keyof Row] === value);
}
