import type { Server } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import {
  type EarlyAnswers,
  earlyAnswersOf,
  networkOf,
  RateLimiter,
  SharedAnswer,
} from '#libs/platform';
import { CatalogueIndex } from './catalogue-index.js';

/** These answers are written down here, once for many. */
export const JSON_TYPE = 'application/json; charset=utf-8';
/** Milliseconds that an answer is given again at the most: some of it goes by the clock, such as the end of a holiday. */
const KEPT_MS = 1_000;
/** Answers that are kept at the most, of up to a hundred kilobytes each. */
const MOST = 200;

/** Grows with every change of what an answer says. */
type Changes = () => number;

class Kept extends SharedAnswer {
  private readonly until = Date.now() + KEPT_MS;

  /** `before`: the changes there were when it began to be made. */
  constructor(
    readonly coming: Promise<Buffer>,
    private readonly changes: Changes,
    private readonly before: number,
  ) {
    super();
  }

  get isTrue(): boolean {
    return this.changes() === this.before && this.until > Date.now();
  }
}

/**
 * Whole answers as they are sent, by the address that was asked. The same question is answered once for all who ask it
 * within a second, unless the catalogue has changed meanwhile: to find the rows, read them and write them down is most
 * of what a page costs. Most of the rest is the way through hooks, guards and pipes, so whoever asks again in the same
 * way is told the same in front of it ({@link earlyAnswersOf}).
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
    this.early.keptBy({
      find: (url) => this.stillTrue(url),
      admits: (address) => this.limiter.admits('reading', () => networkOf(address())),
    });
  }

  /** JSON for whoever asks this: from memory where it is still what `answer` would say, made of products and farms. */
  json(request: FastifyRequest, answer: () => Promise<unknown>): Promise<Buffer> {
    return this.keep(request, answer, () => this.index.changes);
  }

  /** The same for what is made of farms alone. */
  farmsJson(request: FastifyRequest, answer: () => Promise<unknown>): Promise<Buffer> {
    return this.keep(request, answer, () => this.index.farmChanges);
  }

  private keep(
    request: FastifyRequest,
    answer: () => Promise<unknown>,
    changes: Changes,
  ): Promise<Buffer> {
    const { url } = request;
    const kept = this.stillTrue(url) ?? this.make(url, answer, changes);
    this.early.share(request, kept);
    return kept.coming;
  }

  private get early(): EarlyAnswers {
    return earlyAnswersOf(this.host.httpAdapter.getHttpServer() as Server);
  }

  private make(url: string, answer: () => Promise<unknown>, changes: Changes): Kept {
    const before = changes();
    const coming = answer().then((said) => Buffer.from(JSON.stringify(said)));
    const kept = new Kept(coming, changes, before);
    if (this.index.isFollowing) this.put(url, kept);
    return kept;
  }

  private stillTrue(url: string): Kept | undefined {
    const known = this.kept.get(url);
    return known?.isTrue && this.index.isFollowing ? known : undefined;
  }

  /** In place of the one that was made longest ago, where there are too many. */
  private put(url: string, fresh: Kept): void {
    this.kept.delete(url);
    this.kept.set(url, fresh);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST) break;
      this.kept.delete(oldest);
    }
    // What failed is asked anew.
    fresh.coming.catch(() => this.kept.get(url) === fresh && this.kept.delete(url));
  }
}
