import { BSON, type Document, type Filter, type Sort } from 'mongodb';
import { request } from '../runner/caller.js';
import type { Scenario } from '../runner/measure.js';
import type { Program } from '../runner/programs.js';
import type { Stage } from '../runner/stage.js';

/** A read of the product, and the query that would find the same rows. */
export interface BareRead {
  readonly path: string;
  /** Whoever may read it. */
  readonly token?: string;
  readonly collection: string;
  readonly filter: Filter<Document>;
  readonly sort?: Sort;
  /** With 1, one document and no list. */
  readonly limit: number;
  /** Whether the answer says how many there are in all. */
  readonly counts?: boolean;
}

/** Clients that ask at the same time. */
const CLIENTS = 16;

/** The product against the same query by the driver alone, and against its own bytes from memory. */
export async function againstBare(
  stage: Stage,
  api: Program,
  kinds: Readonly<Record<string, readonly BareRead[]>>,
): Promise<Scenario[]> {
  const all = Object.values(kinds).flat();
  const bare = await stage.program(
    'bare',
    'dist/bench/bare/reads.js',
    stage.mongo.url,
    `http://127.0.0.1:${api.port}`,
    BSON.EJSON.stringify(all),
  );
  return Object.entries(kinds).map(([name, reads]) => {
    const asking = (pathOf: (read: BareRead) => string) => {
      const requests = reads.map((read) =>
        request('GET', pathOf(read), read.token ? { authorization: `Bearer ${read.token}` } : {}),
      );
      return (n: number) => requests[n % requests.length] as Buffer;
    };
    const number = (read: BareRead) => all.indexOf(read);
    const { port } = bare;
    return {
      name,
      clients: CLIENTS,
      contenders: [
        {
          name: 'product',
          port: api.port,
          ask: asking(({ path }) => path),
          status: 200,
          programs: [api, stage.mongo, stage.redis],
        },
        {
          name: 'bare, same query',
          port,
          ask: asking((read) => `/query/${number(read)}`),
          status: 200,
          programs: [bare, stage.mongo],
        },
        {
          name: 'bare, from memory',
          port,
          ask: asking((read) => `/memory/${number(read)}`),
          status: 200,
          programs: [bare],
        },
      ],
    };
  });
}
