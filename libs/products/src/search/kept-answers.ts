import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { networkOf, RateLimiter } from '#libs/platform';
import { CatalogueIndex } from './catalogue-index.js';

/** These answers are written down here, once for many. */
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Milliseconds that an answer is given again at the most: some of it goes by the clock, such as the end of a holiday. */
const KEPT_MS = 1_000;
/** Answers that are kept at the most, of up to a hundred kilobytes each. */
const MOST = 200;

interface Kept {
  readonly coming: Promise<Buffer>;
  /** Once it is there. */
  bytes?: Buffer;
  readonly until: number;
  /** The state of the index that it was made of. */
  readonly changes: number;
}

/**
 * Whole answers as they are sent, by the address that was asked. The same question is answered once for all who ask it
 * within a second, unless the catalogue has changed meanwhile: to find the rows, read them and write them down is most
 * of what a page costs. Most of the rest is the way through guards and pipes. So an answer that is still true is sent
 * before them, behind the hooks that every answer passes: request id, headers, load, compression, figures.
 *
 * Only for what anybody is answered alike, and nothing that says who asks is looked at.
 */
@Injectable()
export class KeptAnswers implements OnModuleInit {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly index: CatalogueIndex,
    private readonly host: HttpAdapterHost,
    private readonly limiter: RateLimiter,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('preHandler', (request, reply, done) => {
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const bytes = reads ? this.stillTrue(request.url)?.bytes : undefined;
      if (!bytes) return done();
      const send = () => void reply.type(JSON_TYPE).send(bytes);
      // What the guard behind this would count.
      const counting = this.limiter.count('reading', () => networkOf(request.ip), reply);
      if (counting) counting.then(send, done);
      else send();
    });
  }

  /** JSON for whoever asks at this address: from memory where it is still what `answer` would say. */
  json(url: string, answer: () => Promise<unknown>): Promise<Buffer> {
    const known = this.stillTrue(url);
    if (known) return known.coming;
    const { changes, isFollowing } = this.index;
    const coming = answer().then((said) => Buffer.from(JSON.stringify(said)));
    if (isFollowing) this.keep(url, { coming, until: Date.now() + KEPT_MS, changes });
    return coming;
  }

  private stillTrue(url: string): Kept | undefined {
    const known = this.kept.get(url);
    const { changes, isFollowing } = this.index;
    return known && known.changes === changes && known.until > Date.now() && isFollowing
      ? known
      : undefined;
  }

  /** In place of the one that was made longest ago, where there are too many. */
  private keep(url: string, fresh: Kept): void {
    this.kept.delete(url);
    this.kept.set(url, fresh);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(oldest);
    }
    fresh.coming.then(
      (bytes) => {
        fresh.bytes = bytes;
      },
      // What failed is asked anew.
      () => this.kept.get(url) === fresh && this.kept.delete(url),
    );
  }
}
