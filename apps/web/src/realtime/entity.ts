/** Merges two copies of one facet. Must not depend on their order: events arrive late, twice and out of order. */
export type Merge<Facet> = (known: Facet, incoming: Facet) => Facet;

type Merges<Facets> = { readonly [Name in keyof Facets]-?: Merge<NonNullable<Facets[Name]>> };

/**
 * An entity type of the store. An entity is a set of facets (such as an order, its parts and its totals), which arrive
 * separately and each have their own version.
 */
export interface Entity<Facets extends object> {
  readonly name: string;
  /** A store update; `LiveStore.put` applies it. */
  put(id: string, facets: Facets): Put;
  merge(known: Facets | undefined, incoming: Facets): Facets;
}
export type AnyEntity = Entity<object>;

/** A store update of one entity. */
export interface Put {
  readonly entity: AnyEntity;
  readonly id: string;
  readonly facets: object;
}

/** Declares an entity type, and how two copies of each of its facets are merged. */
export function entity<Facets extends object>(
  name: string,
  merges: Merges<Facets>,
): Entity<Facets> {
  const self: Entity<Facets> = {
    name,
    put: (id, facets) => ({ entity: self, id, facets }),
    merge: (known, incoming) => {
      if (known === undefined) return incoming;
      const next = { ...known };
      for (const facet of Object.keys(incoming) as (keyof Facets)[]) {
        next[facet] = mergeFacet(merges[facet], known[facet], incoming[facet]);
      }
      return next;
    },
  };
  return self;
}

function mergeFacet<Facet>(merge: Merge<NonNullable<Facet>>, known: Facet, incoming: Facet): Facet {
  if (incoming === undefined || incoming === null) return known;
  return known === undefined || known === null ? incoming : merge(known, incoming);
}

/** An entity type without facets: its copies are always complete. */
export interface SimpleEntity<Thing extends object> extends Entity<Thing> {
  /** A store update with this copy. */
  of(thing: Thing): Put;
}

/** Declares an entity type without facets, and which of two copies wins. */
export function simpleEntity<Thing extends object>(
  name: string,
  id: (thing: Thing) => string,
  merge: Merge<Thing>,
): SimpleEntity<Thing> {
  const self: SimpleEntity<Thing> = {
    name,
    put: (key, facets) => ({ entity: self, id: key, facets }),
    of: (thing) => self.put(id(thing), thing),
    merge: (known, incoming) => (known === undefined ? incoming : merge(known, incoming)),
  };
  return self;
}

export const byId = ({ _id }: { _id: string }) => _id;

/** The id of an entity of which each viewer has exactly one. */
export const SINGLETON_ID = '';
export const singletonId = () => SINGLETON_ID;

/** The copy with the higher rank wins; with equal ranks, the known one. */
export const newestBy =
  <Facet>(rank: (facet: Facet) => number | string): Merge<Facet> =>
  (known, incoming) =>
    rank(incoming) > rank(known) ? incoming : known;

/** For facets that are records by id: merges each entry by {@link newestBy}'s rule. */
export const newestPerId =
  <Facet>(rank: (facet: Facet) => number | string): Merge<Readonly<Record<string, Facet>>> =>
  (known, incoming) => {
    const next = { ...known };
    for (const [id, facet] of Object.entries(incoming)) {
      const before = next[id];
      if (before === undefined || rank(facet) > rank(before)) next[id] = facet;
    }
    return next;
  };

/** The copy with the higher version; `thing` if the versions are equal or there is no `other`. */
export function newest<Thing extends { version: number }>(
  thing: Thing,
  other: Thing | null | undefined,
): Thing {
  return other && other.version > thing.version ? other : thing;
}
