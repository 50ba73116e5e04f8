import { type Db, MongoClient } from 'mongodb';
import type { TicketClaims } from '#libs/contracts';
import { Tickets } from '#libs/platform';
import { Backlog } from './backlog.js';
import { type Cast, castOf } from './people.js';
import { type Pages, type Program, type Running, SECRET, type Stage } from './stage.js';

const CUSTOMERS = 32;
/** Live pages: shoppers with a page of products each, tabs of a customer, and boards of the farm. */
const SHOPPERS = 160;
const TABS = 20;
const BOARDS = 20;
const PAGE = 24;
const VISITOR: TicketClaims = {
  userId: null,
  role: null,
  farmId: null,
  farmRole: null,
  sessionId: null,
};

/** A whole shop at work: `api`, `worker`, `gateway`, live pages, and the people who act. */
export interface Company {
  readonly db: Db;
  readonly api: Running;
  readonly cast: Cast;
  readonly pages: Pages;
  readonly backlog: Backlog;
  /** Its processes and both engines. */
  readonly programs: readonly Program[];
  readonly close: () => Promise<void>;
}

export async function openCompany(stage: Stage): Promise<Company> {
  const client = await MongoClient.connect(stage.mongoUrl);
  const db = client.db();
  const [api, worker, gateway] = [
    await stage.process('api'),
    await stage.process('worker'),
    await stage.process('gateway'),
  ];
  const cast = await castOf(db, api.port, CUSTOMERS);
  const backlog = new Backlog(db, stage.redisUrl);
  const pages = await openPages(stage, gateway, cast);
  await backlog.settle();
  return {
    db,
    api,
    cast,
    pages,
    backlog,
    programs: [api, worker, gateway, ...(await stage.engines())],
    close: async () => {
      backlog.close();
      await client.close();
    },
  };
}

async function openPages(stage: Stage, gateway: Running, cast: Cast): Promise<Pages> {
  const tickets = new Tickets(SECRET);
  const ids = cast.farms.flatMap(({ items }) => items.map(({ productId }) => productId));
  const shown = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, n) =>
    ids.slice(n * PAGE, (n + 1) * PAGE),
  );
  const userId = cast.customers[0]?._id ?? null;
  const farmId = cast.farms[0]?._id.toString() ?? null;
  const of = async (sockets: number, claims: Partial<TicketClaims>, pages: string[][] = []) => ({
    ticket: await tickets.issue({ ...VISITOR, ...claims }),
    sockets,
    pages,
  });
  return stage.pages(gateway, [
    await of(SHOPPERS, {}, shown),
    await of(TABS, { userId, role: 'customer' }),
    await of(BOARDS, { userId: cast.farmer._id, role: 'farmer', farmId, farmRole: 'owner' }),
  ]);
}
