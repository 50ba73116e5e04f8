import { BSON, type Document, type Filter, type Sort } from 'mongodb';
import { Caller, request } from '../runner/caller.js';
import type { Scenario } from '../runner/measure.js';
import type { Program } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';

/** A read of the product, and the query that would find the same rows. */
export interface BaselineRead {
  readonly path: string;
  /** Token of a user who may read it. */
  readonly token?: string;
  readonly collection: string;
  readonly filter: Filter<Document>;
  readonly sort?: Sort;
  /** 1: a single document instead of a list. */
  readonly limit: number;
  /** Whether the response contains the total. */
  readonly counts?: boolean;
}

/** Concurrent clients. */
const CLIENTS = 16;

/** Compares the product with the same query by only the driver, and with its own bytes from memory. */
export async function besideBaselines(
  stage: Stage,
  api: Program,
  kinds: Readonly<Record<string, readonly BaselineRead[]>>,
): Promise<Scenario[]> {
  const all = Object.values(kinds).flat();
  const baseline = await stage.program(
    'baseline',
    'dist/tools/bench/baseline/reads.js',
    stage.mongo.url,
    `http://127.0.0.1:${api.port}`,
    BSON.EJSON.stringify(all),
  );
  const scenarios: Scenario[] = [];
  for (const [name, reads] of Object.entries(kinds)) {
    const asking = (pathOf: (read: BaselineRead) => string, marks: readonly string[] = []) => {
      const requests = reads.map((read, at) =>
        request('GET', pathOf(read), {
          ...(read.token && { authorization: `Bearer ${read.token}` }),
          ...(marks[at] && { 'if-none-match': marks[at] }),
        }),
      );
      return (n: number) => requests[n % requests.length] as Buffer;
    };
    const product = { name: 'product', port: api.port, programs: [api, stage.mongo, stage.redis] };
    const own = ({ path }: BaselineRead) => path;
    const query = (read: BaselineRead) => `/query/${all.indexOf(read)}`;
    const memory = (read: BaselineRead) => `/memory/${all.indexOf(read)}`;
    const { port } = baseline;
    const sends = { port, status: 200 };
    scenarios.push({
      name,
      clients: CLIENTS,
      contenders: [
        { ...product, ask: asking(own), status: 200 },
        {
          ...sends,
          name: 'baseline, same query',
          ask: asking(query),
          programs: [baseline, stage.mongo],
        },
        { ...sends, name: 'baseline, from memory', ask: asking(memory), programs: [baseline] },
      ],
    });
    const marks = await marksOf(api, reads.length, asking(own));
    if (marks)
      scenarios.push({
        name: `${name}, unchanged`,
        clients: CLIENTS,
        contenders: [
          { ...product, ask: asking(own, marks), status: 304 },
          {
            name: 'baseline, from memory',
            port,
            ask: asking(memory, marks),
            status: 304,
            programs: [baseline],
          },
        ],
      });
  }
  return scenarios;
}

/** The ETags of the responses; null if one of them has none. */
async function marksOf(
  { port }: Program,
  count: number,
  ask: (n: number) => Buffer,
): Promise<string[] | null> {
  const caller = await Caller.to(port);
  const marks: string[] = [];
  for (let n = 0; n < count; n++) {
    const { head } = await caller.ask(ask(n));
    const mark = /\r\netag: ([^\r]+)/i.exec(head)?.[1];
    if (mark) marks.push(mark);
  }
  caller.close();
  return marks.length === count ? marks : null;
}
