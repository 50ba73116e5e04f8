import { type Db, MongoClient } from 'mongodb';
import type { Crowd } from '../live/crowds.js';
import type { Running } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';
import { Backlog } from './backlog.js';
import { type Cast, castOf } from './cast.js';
import { openPages } from './pages.js';
import { type Side, takeSides } from './sides.js';

/** Customers per side, one for each client. */
const CUSTOMERS = 32;

/** The processes that are restarted between counting and measuring. */
export type Restarted = 'api' | 'worker' | 'baseline';
/** MongoDB URLs by process; by default the stage's own. */
export type MongoOf = Readonly<Partial<Record<Restarted, string>>>;
type Processes = Readonly<Record<Restarted, Running>>;

/** All participants of the acts: the product with worker, gateway and live pages, the baseline, and the people. */
export class Company {
  private constructor(
    readonly stage: Stage,
    readonly db: Db,
    readonly backlog: Backlog,
    readonly gateway: Running,
    /** The live pages, which are the product's. */
    readonly pages: readonly Crowd[],
    readonly casts: Readonly<Record<'product' | 'baseline', Cast>>,
    private processes: Processes,
    private readonly client: MongoClient,
  ) {}

  static async open(stage: Stage, mongo: MongoOf = {}): Promise<Company> {
    const client = await MongoClient.connect(stage.mongo.url);
    const db = client.db();
    const processes = await start(stage, mongo);
    const { api } = processes;
    const gateway = await stage.process('gateway');
    const [own, other] = (await takeSides(db, api, 2, CUSTOMERS)) as [Side, Side];
    const backlog = new Backlog(db, stage.redis.url);
    // Wait for the handlers, which count inbox entries, before the inboxes are filled.
    await backlog.settle();
    const casts = { product: await castOf(db, api, own), baseline: await castOf(db, api, other) };
    const pages = await openPages(stage, gateway, own);
    await backlog.settle();
    return new Company(stage, db, backlog, gateway, pages, casts, processes, client);
  }

  get api(): Running {
    return this.processes.api;
  }

  get worker(): Running {
    return this.processes.worker;
  }

  get baseline(): Running {
    return this.processes.baseline;
  }

  async restart(): Promise<void> {
    await this.backlog.settle();
    const { api, worker, baseline } = this.processes;
    for (const one of [api, worker, baseline]) await this.stage.end(one);
    this.processes = await start(this.stage, {}, api.port);
  }

  /** Ends all of its processes, so that another company can use the stage. */
  async close(): Promise<void> {
    const { api, worker, baseline } = this.processes;
    for (const crowd of this.pages) await crowd.disconnect(this.stage);
    for (const one of [api, worker, baseline, this.gateway]) await this.stage.end(one);
    this.backlog.close();
    await this.client.close();
  }
}

async function start(stage: Stage, mongo: MongoOf, port?: number): Promise<Processes> {
  const options = (url: string | undefined) => (url === undefined ? {} : { mongo: url });
  const api = await stage.process('api', {
    ...options(mongo.api),
    ...(port !== undefined && { port }),
  });
  const worker = await stage.process('worker', options(mongo.worker));
  const baseline = await stage.program(
    'baseline',
    'dist/tools/bench/baseline/acting.js',
    mongo.baseline ?? stage.mongo.url,
    `http://127.0.0.1:${api.port}`,
  );
  return { api, worker, baseline };
}
