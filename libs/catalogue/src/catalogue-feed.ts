import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import { events, type FarmDto, idSchema, PAGE_SIZE } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { CalendarsService } from '#libs/fulfilment';
import {
  Backoff,
  DomainError,
  LOGGER,
  type LogEntry,
  type Logger,
  type LogListener,
  LogReader,
  WAITING_REDIS,
} from '#libs/platform';
import { ProductRows, type PublicSummary } from '#libs/products';
import { CatalogueIndex } from './catalogue-index.js';
import { toCatalogueProduct, toShownProduct } from './catalogue-product.js';

/** Milliseconds between two full reads, which pick up missed changes. */
const REFRESH_MS = 5 * 60_000;
/** Milliseconds between two reads of changed products, so that under load one read covers several events. */
const PAUSE_MS = 100;
/** Milliseconds until a failed read is retried: the first delay and the longest. */
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Milliseconds that start-up waits for the log in Redis; after that the index is filled without it. */
const START_TIMEOUT_MS = 2_000;
/** Products per read: by id, and per page of a full read. */
const BATCH = 500;
const PAGE = 1_000;

/** The version of deleted products and farms: higher than any that can arrive. */
const GONE = Number.MAX_SAFE_INTEGER;

/**
 * Keeps this process's index up to date. An event of a product or farm only names what to read again; each read
 * returns the current state, so neither the order nor the repetition of events matters. Those of calendars and slots
 * are complete, and have versions.
 */
@Injectable()
export class CatalogueFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly touchedProducts = new Set<string>();
  private readonly touchedFarms = new Set<string>();
  private readonly backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  private readingTouched: Promise<void> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** How this feed handles the log. */
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
  /** Incremented when the log is opened or lost: a full read counts only if it began and ended in one generation. */
  private generation = 0;
  private isReading = false;

  constructor(
    private readonly index: CatalogueIndex,
    private readonly products: ProductRows,
    private readonly farms: FarmsService,
    private readonly calendars: CalendarsService,
    @Inject(WAITING_REDIS) waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.reader = new LogReader(waiting, logger, this.listener);
  }

  /** Fills the index; the process opens its port after this. */
  async onApplicationBootstrap(): Promise<void> {
    // The log is opened before the full read, so that no change between the two is missed.
    const opened = new Promise<void>((resolve) => {
      this.opened = resolve;
    });
    this.reader.start();
    await Promise.race([opened, setTimeout(START_TIMEOUT_MS, undefined, { ref: false })]);
    // Retried once, because the first read fails while the database elects a primary.
    if (!(await this.refreshSoon()) && !(await this.refreshSoon()))
      throw new Error('the catalogue cannot be read');
    this.timer = setInterval(() => void this.refreshSoon(), REFRESH_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.reader.close();
    await Promise.allSettled([this.readingTouched, this.refreshing]);
  }

  private take(entries: readonly LogEntry[]): void {
    for (const { name, aggregateId, json } of entries) {
      if (name === 'calendar.changed' || name === 'slot.changed') this.takeDays(name, json);
      if (name.startsWith('product.')) this.touchedProducts.add(aggregateId);
      // Sales figures of a farm are not part of the catalogue.
      if (!name.startsWith('farm.') || name === 'farm.stats-changed') continue;
      this.touchedFarms.add(aggregateId);
      // Cached lists of farms, which are read from the database, may now be outdated.
      this.index.noteFarmChange();
    }
    this.readTouchedSoon();
  }

  /** Days are taken from their events, because every order changes a slot. */
  private takeDays(name: 'calendar.changed' | 'slot.changed', json: string): void {
    try {
      const { payload } = JSON.parse(json) as { payload: unknown };
      if (name === 'slot.changed') this.index.putSlot(events[name].payload.parse(payload).slot);
      else this.index.putCalendar(events[name].payload.parse(payload).calendar);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Reads everything that was touched, one batch after the other, so that the last read wins. */
  private readTouchedSoon(): void {
    this.readingTouched ??= this.readTouched()
      .then(() => this.backoff.reset())
      .catch((error: unknown) => {
        this.fail(error);
        if (!this.stopped)
          void setTimeout(this.backoff.nextMs(), undefined, { ref: false }).then(() =>
            this.readTouchedSoon(),
          );
      })
      .finally(() => {
        this.readingTouched = undefined;
      });
  }

  private async readTouched(): Promise<void> {
    while (!this.stopped && this.touchedProducts.size + this.touchedFarms.size > 0) {
      const farms = take(this.touchedFarms, BATCH);
      const products = take(this.touchedProducts, BATCH);
      try {
        for (const id of farms) await this.readFarm(id);
        // a farm that was just approved may have had days before
        await this.readCalendars(farms);
        if (products.length > 0) await this.readProducts(products);
      } catch (error) {
        for (const id of farms) this.touchedFarms.add(id);
        for (const id of products) this.touchedProducts.add(id);
        throw error;
      }
      await setTimeout(PAUSE_MS);
    }
  }

  private async readProducts(ids: readonly string[]): Promise<void> {
    const missing = new Set(ids);
    const found = await this.products.findSummaries(ids.map((id) => new Types.ObjectId(id)));
    for (const product of found) {
      missing.delete(product._id.toString());
      this.index.put(toCatalogueProduct(product));
    }
    for (const id of missing) this.index.put({ id, version: GONE, hidden: true });
  }

  private async readFarm(id: string): Promise<void> {
    try {
      this.putFarm(await this.farms.get(id));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'FARM_NOT_FOUND')) throw error;
      this.index.putFarm({ id, version: GONE, hidden: true });
    }
  }

  private async readCalendars(farmIds: readonly string[]): Promise<void> {
    for (let at = 0; at < farmIds.length && !this.stopped; at += PAGE_SIZE.max) {
      const ids = farmIds.slice(at, at + PAGE_SIZE.max).map((id) => new Types.ObjectId(id));
      for (const calendar of await this.calendars.read(ids, Date.now()))
        this.index.putCalendar(calendar);
    }
  }

  private putFarm({ _id: id, version, status, ...farm }: FarmDto): void {
    const { slug, name, image, city, state, certification, holiday } = farm;
    const holidayUntil = holiday && Date.parse(holiday.until);
    this.index.putFarm(
      status === 'approved'
        ? { id, version, slug, name, image, city, state, certification, holidayUntil }
        : { id, version, hidden: true },
    );
  }

  /** Reads everything again, because events may have been missed before the log was opened. */
  private open(): void {
    this.generation += 1;
    this.isReading = true;
    this.opened();
    void Promise.resolve(this.refreshing).then(() => this.refreshSoon());
  }

  private lose(): void {
    this.generation += 1;
    this.isReading = false;
    this.index.isCurrent = false;
    this.index.noteFarmChange();
  }

  /** Whether everything was read; concurrent calls share one read. */
  private refreshSoon(): Promise<boolean> {
    const { generation } = this;
    this.refreshing ??= this.refresh()
      .then(() => {
        // Changes since this read began have arrived through the log.
        if (this.isReading && generation === this.generation) this.index.isCurrent = true;
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

  /** Puts everything public into the index, page by page, then reads again whatever else the index holds. */
  private async refresh(): Promise<void> {
    await Promise.all([this.refreshFarms(), this.refreshProducts()]);
    this.readTouchedSoon();
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
    this.index.dropPastSlots(Date.now());
    await this.readCalendars([...this.index.farmIds()]);
  }

  private async refreshProducts(): Promise<void> {
    const lost = new Set(this.index.productIds());
    for await (const page of this.publicPages())
      for (const product of page.map(toShownProduct)) {
        lost.delete(product.id);
        this.index.put(product);
      }

    for (const id of lost) this.touchedProducts.add(id);
  }

  /**
   * Requests the next page before this one is processed, so that the database and this process work in parallel.
   * Yielding to the event loop between two pages also sends that request.
   */
  private async *publicPages(): AsyncGenerator<PublicSummary[]> {
    let coming: Promise<PublicSummary[]> | null = this.products.listPublic(undefined, PAGE);
    while (coming && !this.stopped) {
      const page: PublicSummary[] = await coming;
      coming = page.length === PAGE ? this.products.listPublic(page.at(-1)?._id, PAGE) : null;
      // Avoids an unhandled rejection if the consumer stops before awaiting this page.
      coming?.catch(() => {});
      await setImmediate();
      yield page;
    }
  }

  private fail(error: unknown): void {
    if (!this.stopped)
      this.logger.error({ err: error }, 'reading changes into the catalogue index failed');
  }
}

/** Removes up to `most` ids from a set; drops those of other aggregates, such as `rating:<farm id>`. */
function take(ids: Set<string>, most: number): string[] {
  const taken = [...ids].slice(0, most);
  for (const id of taken) ids.delete(id);
  return taken.filter((id) => idSchema.safeParse(id).success);
}
