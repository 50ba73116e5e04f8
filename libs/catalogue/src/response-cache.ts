import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CatalogueIndex } from './catalogue-index.js';

/** The bodies are serialised here, so Nest does not set the type. */
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Milliseconds that a body is reused at the most: some of it depends on the clock, such as the end of a holiday. */
const TTL_MS = 1_000;
/** Bytes of all bodies at the most; one has up to a hundred kilobytes. */
const MAX_BYTES = 20_000_000;

/**
 * JSON bodies of the public lists, by route and query. The key holds the version of the index that a body was read
 * from, so no body is older than the index; concurrent requests for the same share one read. Guards, limits and hooks
 * run for each request as for any other route. For responses that are the same for everybody only.
 */
@Injectable()
export class ResponseCache {
  private readonly bodies = new LRUCache<string, Buffer, () => Promise<unknown>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (body, key) => body.length + key.length,
    ttl: TTL_MS,
    ttlResolution: 0,
    // Each request gets its body, also where the cache has dropped it meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: read }) => serialise(await read()),
  });

  constructor(private readonly index: CatalogueIndex) {}

  /** The body of a response that is made of products and farms. */
  json(route: string, query: unknown, read: () => Promise<unknown>): Buffer | Promise<Buffer> {
    return this.cached(`${this.index.changes} ${route} ${JSON.stringify(query)}`, read);
  }

  /** The body of a response that is made of farms alone. */
  farmsJson(route: string, query: unknown, read: () => Promise<unknown>): Buffer | Promise<Buffer> {
    return this.cached(`${this.index.farmChanges} ${route} ${JSON.stringify(query)}`, read);
  }

  private cached(key: string, read: () => Promise<unknown>): Buffer | Promise<Buffer> {
    // Without events the index may be behind the database, and nobody would notice a change.
    if (!this.index.isCurrent) return read().then(serialise);
    return this.bodies.get(key) ?? this.bodies.forceFetch(key, { context: read });
  }
}

const serialise = (value: unknown) => Buffer.from(JSON.stringify(value));
