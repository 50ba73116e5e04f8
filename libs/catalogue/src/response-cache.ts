import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { CatalogueIndex } from './catalogue-index.js';

/** What a cached response is made of: products and farms, or farms alone. */
type Source = 'catalogue' | 'farms';

declare module 'fastify' {
  interface FastifyContextConfig {
    cachedFrom?: Source;
  }
}

/** Marks a public GET route whose response is the same for everybody and derived from the index. */
export const Cached = (cachedFrom: Source): MethodDecorator => RouteConfig({ cachedFrom });

const JSON_TYPE = 'application/json; charset=utf-8';
/** Maximum age of a cached body in milliseconds: parts of it depend on the clock, such as the end of a holiday. */
const TTL_MS = 1_000;
/** Maximum size of all bodies in bytes; one has up to a hundred kilobytes. */
const MAX_BYTES = 20_000_000;

/**
 * Serves the public lists from memory before the route runs, as an HTTP cache does: a hit costs less than the rate
 * limiter would. The key is the URL and the version of the index before the response was made, so no body is older
 * than the index. A miss runs the route as usual.
 */
@Injectable()
export class ResponseCache implements OnModuleInit {
  private readonly bodies = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (body, key) => body.length + key.length,
    ttl: TTL_MS,
    ttlResolution: 0,
  });

  constructor(
    private readonly index: CatalogueIndex,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRequest', ({ method, url, routeOptions }, reply, done) => {
      const { cachedFrom } = routeOptions.config;
      // Without events the index may be behind the database, and no change would invalidate the body.
      if (!cachedFrom || method !== 'GET' || !this.index.isCurrent) return done();
      const key = `${this.versionOf(cachedFrom)} ${url}`;
      void reply.type(JSON_TYPE);
      const body = this.bodies.get(key);
      if (body) return void reply.send(body);
      void reply.serializer((value: unknown) => {
        const json = JSON.stringify(value);
        if (reply.statusCode === 200) this.bodies.set(key, Buffer.from(json));
        return json;
      });
      done();
    });
  }

  private versionOf(source: Source): number {
    return source === 'farms' ? this.index.farmChanges : this.index.changes;
  }
}
