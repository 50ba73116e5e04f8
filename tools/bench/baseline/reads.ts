/**
 * The baselines of reads, on Fastify: `/memory/<n>` sends the product's own bytes from memory, `/query/<n>` runs the
 * same query with only the driver. `reads.js <mongodb> <api> <reads as EJSON>` prints its port.
 */
import Fastify from 'fastify';
import { BSON, MongoClient } from 'mongodb';
import { TOTAL_MAX } from '#libs/contracts';
import type { BaselineRead } from '../scenarios/baseline-read.js';

const [uri = '', api = '', list = '[]'] = process.argv.slice(2);
const JSON_TYPE = 'application/json; charset=utf-8';

const db = (await MongoClient.connect(uri)).db();
const reads = BSON.EJSON.parse(list) as unknown as BaselineRead[];
const memory: Buffer[] = [];
for (const { path, token } of reads) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(api + path, headers && { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  memory.push(Buffer.from(await answer.arrayBuffer()));
}

async function query({ collection, filter, sort, limit, counts }: BaselineRead): Promise<unknown> {
  const rows = db.collection(collection);
  if (limit === 1) return rows.findOne(filter);
  if (!counts) return rows.find(filter, { ...(sort && { sort }), limit }).toArray();
  // As in the product: rows and total from one snapshot, in one response.
  const total = [{ $match: filter }, { $limit: TOTAL_MAX + 1 }, { $count: 'total' }];
  return rows
    .aggregate(
      [
        { $match: filter },
        ...(sort ? [{ $sort: sort }] : []),
        { $limit: limit },
        { $unionWith: { coll: collection, pipeline: total } },
      ],
      { readConcern: { level: 'snapshot' }, batchSize: limit + 1 },
    )
    .toArray();
}

const app = Fastify();
interface Numbered {
  Params: { n: string };
}
// Any ETag counts as a match, because a comparison costs nothing.
app.get<Numbered>('/memory/:n', ({ params, headers }, reply) =>
  headers['if-none-match'] === undefined
    ? reply.type(JSON_TYPE).send(memory[Number(params.n)])
    : reply.status(304).send(),
);
app.get<Numbered>('/query/:n', async ({ params }, reply) => {
  const read = reads[Number(params.n)];
  return reply.type(JSON_TYPE).send(JSON.stringify(read && (await query(read))));
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
