/**
 * The least there can be for shoppers' reads: Fastify with the product's own bytes from memory at `/memory…`, and with
 * the same query by the driver alone at `/query…`. `reads.js <mongodb> <api> <paths as JSON>`; says its port.
 */
import Fastify from 'fastify';
import { type Document, type Filter, MongoClient, ObjectId, type Sort } from 'mongodb';
import * as z from 'zod';

const [uri = '', api = '', list = '[]'] = process.argv.slice(2);
const PAGE = 24;
const SUGGESTED = 6;
const JSON_TYPE = 'application/json; charset=utf-8';

const db = (await MongoClient.connect(uri)).db();
// A copy, with the indexes that these queries like best.
await db
  .collection('products')
  .aggregate([{ $match: {} }, { $out: 'bareProducts' }])
  .toArray();
const products = db.collection('bareProducts');
await products.createIndexes([
  { key: { listed: 1, status: 1, publishedAt: -1, _id: -1 } },
  { key: { listed: 1, status: 1, category: 1, price: 1, _id: 1 } },
  { key: { listed: 1, status: 1, name: 1, _id: 1 } },
]);
const shown = { listed: true, status: 'live' };

/** The driver's query behind an address of the product. */
function queryOf(path: string): () => Promise<unknown> {
  const { pathname, searchParams } = new URL(path, 'http://bare');
  const find = (filter: Filter<Document>, sort: Sort, limit: number) => () =>
    products.find({ ...shown, ...filter }, { sort, limit }).toArray();
  const id = /\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id) return () => products.findOne({ ...shown, _id: new ObjectId(id) });
  if (pathname.endsWith('/suggestions')) {
    const q = searchParams.get('q') ?? '';
    // words begin with a capital: the bounds of an index, which a search without case has not
    const from = q.charAt(0).toUpperCase() + q.slice(1);
    return find({ name: { $gte: from, $lt: `${from}\uffff` } }, { name: 1, _id: 1 }, SUGGESTED);
  }
  const category = searchParams.get('category');
  if (category) {
    const organic = searchParams.get('organic') === 'true' ? { organic: true } : {};
    return find({ category, ...organic, available: { $gt: 0 } }, { price: 1, _id: 1 }, PAGE);
  }
  return find({}, { publishedAt: -1, _id: -1 }, PAGE);
}

const paths = z.array(z.string()).parse(JSON.parse(list));
const memory = new Map<string, Buffer>();
const queries = new Map<string, () => Promise<unknown>>();
for (const path of paths) {
  memory.set(`/memory${path}`, Buffer.from(await (await fetch(api + path)).arrayBuffer()));
  queries.set(`/query${path}`, queryOf(path));
}

const app = Fastify();
app.get('/memory/*', (request, reply) => reply.type(JSON_TYPE).send(memory.get(request.url)));
app.get('/query/*', async (request, reply) =>
  reply.type(JSON_TYPE).send(JSON.stringify(await queries.get(request.url)?.())),
);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);
