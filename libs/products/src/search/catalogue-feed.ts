import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import { type Model, Types } from 'mongoose';
import { type FarmDto, idSchema, PAGE_SIZE } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import {
  DomainError,
  LOGGER,
  type LogEntry,
  type Logger,
  type LogListener,
  LogReader,
  WAITING_REDIS,
} from '#libs/platform';
import { PRODUCT, type Product } from '../product.model.js';
import { CatalogueIndex } from './catalogue-index.js';
import { CATALOGUE_FIELDS, type CatalogueSource, toCatalogueProduct } from './catalogue-product.js';

/** Milliseconds between two looks at everything: whatever was missed is mended then. */
const REFRESH_MS = 5 * 60_000;
/** Milliseconds until a failed look is tried again. */
const RETRY_MS = 1_000;
/** Milliseconds for which the start waits for Redis; without it the index is filled all the same. */
const START_TIMEOUT_MS = 2_000;
/** Products that are read at once: of those that were touched, and of all. */
const BATCH = 500;
const PAGE = 1_000;

/** The version of what is not in the database any more: nothing of it can come later. */
const GONE = Number.MAX_SAFE_INTEGER;

/**
 * Keeps this process's index as the database is. An event of the log only says what to read: what is read is the
 * newest, so it does not matter how often or in what order events arrive.
 */
@Injectable()
export class CatalogueFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly touchedProducts = new Set<string>();
  private readonly touchedFarms = new Set<string>();
  private following: Promise<void> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** What this feed does with the log. */
  readonly listener: LogListener = {
    onOpen: () => this.open(),
    onEntries: (entries) => this.take(entries),
    onCaughtUp: () => {
      if (!this.isReading) this.open();
    },
    onLost: () => this.lose(),
  };
  private readonly reader: LogReader;
  private opened: () => void = () => {};
  private stopped = false;
  /** Grows when the log is opened or lost: an index is complete if it was read within one generation. */
  private generation = 0;
  private isReading = false;

  constructor(
    private readonly index: CatalogueIndex,
    @InjectModel(PRODUCT) private readonly products: Model<Product>,
    private readonly farms: FarmsService,
    @Inject(WAITING_REDIS) waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.reader = new LogReader(waiting, logger, this.listener);
  }

  /** The process opens its port after this, with a full index. */
  async onApplicationBootstrap(): Promise<void> {
    // The log comes first: then one read of everything is enough.
    const opened = new Promise<void>((resolve) => {
      this.opened = resolve;
    });
    this.reader.start();
    await Promise.race([opened, setTimeout(START_TIMEOUT_MS, undefined, { ref: false })]);
    // A database that is just choosing another primary is asked once more.
    if (!(await this.refreshSoon()) && !(await this.refreshSoon()))
      throw new Error('the catalogue cannot be read');
    this.timer = setInterval(() => void this.refreshSoon(), REFRESH_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.reader.close();
    await Promise.allSettled([this.following, this.refreshing]);
  }

  private take(entries: readonly LogEntry[]): void {
    for (const { name, aggregateId } of entries) {
      if (name.startsWith('product.')) this.touchedProducts.add(aggregateId);
      // What a farm sold is no part of the catalogue.
      if (!name.startsWith('farm.') || name === 'farm.stats-changed') continue;
      this.touchedFarms.add(aggregateId);
      // Lists of farms are read from the database: what was read before this may be outdated.
      this.index.noteFarmChange();
    }
    this.follow();
  }

  /** Looks at everything that was touched, one round after the other, so that what is read last stands. */
  private follow(): void {
    this.following ??= this.lookAtTouched()
      .catch((error: unknown) => {
        this.fail(error);
        if (!this.stopped)
          void setTimeout(RETRY_MS, undefined, { ref: false }).then(() => this.follow());
      })
      .finally(() => {
        this.following = undefined;
      });
  }

  private async lookAtTouched(): Promise<void> {
    while (!this.stopped && this.touchedProducts.size + this.touchedFarms.size > 0) {
      const farms = take(this.touchedFarms, BATCH);
      const products = take(this.touchedProducts, BATCH);
      try {
        for (const id of farms) await this.lookAtFarm(id);
        if (products.length > 0) await this.lookAtProducts(products);
      } catch (error) {
        for (const id of farms) this.touchedFarms.add(id);
        for (const id of products) this.touchedProducts.add(id);
        throw error;
      }
    }
  }

  private async lookAtProducts(ids: readonly string[]): Promise<void> {
    const missing = new Set(ids);
    const found = await this.products
      .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, CATALOGUE_FIELDS)
      .lean<CatalogueSource[]>();
    for (const product of found) {
      missing.delete(product._id.toString());
      this.index.put(toCatalogueProduct(product));
    }
    for (const id of missing) this.index.put({ id, version: GONE, hidden: true });
  }

  private async lookAtFarm(id: string): Promise<void> {
    try {
      this.putFarm(await this.farms.get(id));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'FARM_NOT_FOUND')) throw error;
      this.index.putFarm({ id, version: GONE, hidden: true });
    }
  }

  private putFarm({ _id: id, version, status, ...farm }: FarmDto): void {
    const { slug, name, image, city, state, certification } = farm;
    this.index.putFarm(
      status === 'approved'
        ? { id, version, slug, name, image, city, state, certification }
        : { id, version, hidden: true },
    );
  }

  /** Events may have been missed before the log was opened: everything is read once more. */
  private open(): void {
    this.generation += 1;
    this.isReading = true;
    this.opened();
    void Promise.resolve(this.refreshing).then(() => this.refreshSoon());
  }

  private lose(): void {
    this.generation += 1;
    this.isReading = false;
    this.index.isFollowing = false;
    this.index.noteFarmChange();
  }

  /** Answers whether it has looked at everything; of several that ask at once, all get the same look. */
  private refreshSoon(): Promise<boolean> {
    const { generation } = this;
    this.refreshing ??= this.refresh()
      .then(() => {
        // The log has said what changed since this read began.
        if (this.isReading && generation === this.generation) this.index.isFollowing = true;
        return true;
      })
      .catch((error: unknown) => {
        this.fail(error);
        return false;
      })
      .finally(() => {
        this.refreshing = undefined;
      });
    return this.refreshing;
  }

  /** Puts all that shoppers may see into the index, page by page, and looks again at what was not among it. */
  private async refresh(): Promise<void> {
    await Promise.all([this.refreshFarms(), this.refreshProducts()]);
    this.follow();
  }

  private async refreshFarms(): Promise<void> {
    const lost = new Set(this.index.farmIds());
    let cursor: string | undefined;
    do {
      const page = await this.farms.list({ limit: PAGE_SIZE.max, cursor });
      for (const farm of page.farms) {
        lost.delete(farm._id);
        this.putFarm(farm);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor && !this.stopped);
    for (const id of lost) this.touchedFarms.add(id);
  }

  private async refreshProducts(): Promise<void> {
    const lost = new Set(this.index.productIds());
    for await (const page of this.publicPages())
      for (const product of page) {
        lost.delete(product._id.toString());
        this.index.put(toCatalogueProduct(product));
      }

    for (const id of lost) this.touchedProducts.add(id);
  }

  /**
   * The next page is asked for before this one is looked at: the database and this process work at the same time.
   * Between two pages others get their turn, and the question gets onto its way.
   */
  private async *publicPages(): AsyncGenerator<CatalogueSource[]> {
    let coming: Promise<CatalogueSource[]> | null = this.publicAfter(undefined);
    while (coming && !this.stopped) {
      const page: CatalogueSource[] = await coming;
      coming = page.length === PAGE ? this.publicAfter(page.at(-1)?._id) : null;
      // A page that nobody waits for any more may fail.
      coming?.catch(() => {});
      await setImmediate();
      yield page;
    }
  }

  private publicAfter(last: Types.ObjectId | undefined): Promise<CatalogueSource[]> {
    return this.products
      .find({ listed: true, status: 'live', ...(last && { _id: { $gt: last } }) }, CATALOGUE_FIELDS)
      .sort({ _id: 1 })
      .limit(PAGE)
      .batchSize(PAGE)
      .lean<CatalogueSource[]>()
      .exec();
  }

  private fail(error: unknown): void {
    if (!this.stopped) this.logger.error({ err: error }, 'the catalogue index fell behind');
  }
}

/** Takes at most so many ids out of a set; an event may be about something else than its name says. */
function take(ids: Set<string>, most: number): string[] {
  const taken = [...ids].slice(0, most);
  for (const id of taken) ids.delete(id);
  return taken.filter((id) => idSchema.safeParse(id).success);
}
