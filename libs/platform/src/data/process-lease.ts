import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import { LOGGER, type Logger } from '../logging.js';
import { Recurring } from '../timing.js';

/** One document per open process; not part of backups. */
export const LEASES_COLLECTION = 'processLeases';
/** Milliseconds between renewals, and until a lease expires. */
const RENEW_MS = 5_000;
export const LEASE_MS = 20_000;

interface Lease {
  _id: string;
  /** Such as `api`. */
  process: string;
  host: string;
  pid: number;
  renewedAt: Date;
}

const leasesIn = (db: mongo.Db) => db.collection<Lease>(LEASES_COLLECTION);

/** Records in the database that this process is open, so that nothing replaces its data meanwhile. */
@Injectable()
export class ProcessLease implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private readonly renewing = new Recurring(
    RENEW_MS,
    () => this.renew(),
    () => {},
  );

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.renew();
    this.renewing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.renewing.stop();
    const { db } = this.connection;
    if (db)
      await leasesIn(db)
        .deleteOne({ _id: this.id })
        .catch(() => {}); // it lapses
  }

  /** Never rejects: other users of the database report that it is unavailable. */
  private async renew(): Promise<void> {
    const { db } = this.connection;
    if (!db) return;
    const $set = {
      process: String(this.logger.bindings().process),
      host: hostname(),
      pid: process.pid,
      renewedAt: new Date(),
    };
    await leasesIn(db)
      .updateOne({ _id: this.id }, { $set }, { upsert: true })
      .catch(() => {});
  }
}

/** The processes that are open on this database or were killed in the last seconds, as `api (host, process 7)`. */
export async function openProcesses(db: mongo.Db): Promise<string[]> {
  const since = new Date(Date.now() - LEASE_MS);
  const found = await leasesIn(db)
    .find({ renewedAt: { $gt: since } })
    .toArray();
  return found.map(({ process, host, pid }) => `${process} (${host}, process ${pid})`).sort();
}
