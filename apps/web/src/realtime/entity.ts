/** Joins two copies of one facet. Must not depend on their order: the store gets events late, twice and shuffled. */
export type Merge<Facet> = (known: Facet, incoming: Facet) => Facet;

type Merges<Facets> = { readonly [Name in keyof Facets]-?: Merge<NonNullable<Facets[Name]>> };

/**
 * One kind of thing in the store. What is known of a thing is a set of facets (such as an order, its parts and its
 * totals), which arrive separately and each have a version of their own.
 */
export interface Entity<Facets extends object> {
  readonly name: string;
  /** A change to be put into the store. */
  put(id: string, facets: Facets): Put;
  merge(known: Facets | undefined, incoming: Facets): Facets;
}
export type AnyEntity = Entity<object>;

/** New knowledge of one thing. */
export interface Put {
  readonly entity: AnyEntity;
  readonly id: string;
  readonly facets: object;
}

/** Declares a kind of thing, and how two copies of each of its facets are merged. */
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

/** A kind of thing that is always known as a whole. */
export interface Whole<Thing extends object> extends Entity<Thing> {
  /** The thing, to be put into the store. */
  of(thing: Thing): Put;
}

/** Declares such a kind of thing, and which of two copies stays. */
export function whole<Thing extends object>(
  name: string,
  id: (thing: Thing) => string,
  merge: Merge<Thing>,
): Whole<Thing> {
  const self: Whole<Thing> = {
    name,
    put: (key, facets) => ({ entity: self, id: key, facets }),
    of: (thing) => self.put(id(thing), thing),
    merge: (known, incoming) => (known === undefined ? incoming : merge(known, incoming)),
  };
  return self;
}

export const byId = ({ _id }: { _id: string }) => _id;

/** The id of a thing of which each viewer has one. */
export const ONLY = '';
export const only = () => ONLY;

/** The copy that ranks higher wins; of two that rank the same, the known one. */
export const newestBy =
  <Facet>(rank: (facet: Facet) => number | string): Merge<Facet> =>
  (known, incoming) =>
    rank(incoming) > rank(known) ? incoming : known;

/** For facets that are records by id: the newest of each entry. */
export const newestOfEach =
  <Facet>(rank: (facet: Facet) => number | string): Merge<Readonly<Record<string, Facet>>> =>
  (known, incoming) => {
    const next = { ...known };
    for (const [id, facet] of Object.entries(incoming)) {
      const before = next[id];
      if (before === undefined || rank(facet) > rank(before)) next[id] = facet;
    }
    return next;
  };

/** The newer of two copies; the first where they are equally old or there is no second. */
export function newest<Thing extends { version: number }>(
  thing: Thing,
  rival: Thing | null | undefined,
): Thing {
  return rival && rival.version > thing.version ? rival : thing;
}
