import type * as z from 'zod';
import { invalid } from './api-error.js';
import type { Books } from './books.js';
import type { Events } from './events.js';
import type { FaultPlan } from './faults.js';
import { readParameters } from './parameters.js';

/** What endpoints work on. */
export interface World {
  readonly books: Books;
  readonly events: Events;
  readonly plan: () => FaultPlan;
  /** The address of the stand-in. */
  readonly address: () => string;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/refunds/:id`: `:id` stands for an id. */
  readonly path: string;
  /** Reads the parameters; what it returns does what they ask for. */
  read(form: URLSearchParams): (world: World, id: string) => object;
}

export function endpoint<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Endpoint['method'],
  path: string,
  schema: Schema,
  run: (world: World, parameters: z.infer<Schema>, id: string) => object,
): Endpoint {
  return {
    method,
    path,
    read: (form) => {
      const parameters = readParameters(schema, form);
      return (world, id) => {
        const object = structuredClone(run(world, parameters, id));
        for (const field of parameters.expand ?? []) expand(world.books, object, field);
        return object;
      };
    },
  };
}

/** Puts objects in the place of their ids: `latest_charge`, or in a list `data.latest_charge`. */
function expand(books: Books, object: object, field: string): void {
  const { records } = books;
  const [name = '', ...rest] = field.split('.');
  const fields = object as Record<string, unknown>;
  if (name === 'data' && Array.isArray(fields.data)) {
    for (const item of fields.data) expand(books, item, rest.join('.'));
    return;
  }
  const expandable: Record<string, Record<string, object>> = {
    latest_charge: records.charges,
    payment_method: records.paymentMethods,
  };
  const objects = expandable[name];
  if (!objects || !Object.hasOwn(fields, name) || rest.length > 0)
    throw invalid(`This property cannot be expanded (${field}).`, { param: 'expand' });
  const id = fields[name];
  if (typeof id === 'string') fields[name] = structuredClone(objects[id]);
}

/** A page of a list, newest first. */
export function pageOf<Item extends { id: string; created: number }>(
  path: string,
  items: readonly Item[],
  parameters: {
    limit?: number | undefined;
    starting_after?: string | undefined;
    created?: { gte?: number | undefined } | undefined;
  },
): object {
  const { limit = 10, starting_after: after, created } = parameters;
  const newest = items
    .filter((item) => item.created >= (created?.gte ?? 0))
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  const data = newest.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newest.length, url: path };
}
