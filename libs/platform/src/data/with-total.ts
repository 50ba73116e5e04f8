import { type Model, type QueryFilter, Types } from 'mongoose';
import { type PageQuery, TOTAL_MAX } from '#libs/contracts';
import { decodeCursor, splitPage } from './keyset.js';
import type { ClientSession } from './transactions.js';

/**
 * The number of matching documents, as a list's total. Counts at most `TOTAL_MAX` and one, so that the cost of a list
 * does not depend on its length. `estimatedDocumentCount` takes no condition, so it does not help.
 */
export const countTotal = <Row>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  session: ClientSession | null = null,
): Promise<number> =>
  model
    .countDocuments(filter, { limit: TOTAL_MAX + 1 })
    .session(session)
    .exec();

export interface Listing<Row> {
  /** The rows of the list, which its total counts. */
  readonly filter: QueryFilter<Row>;
  /** The rows after the previous page; absent for the first page. */
  readonly afterCursor?: QueryFilter<Row> | undefined;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly limit: number;
}

interface Count {
  readonly total: number;
}

/**
 * The rows of a page, plus one if there are more, and the total. Both are read in one snapshot, so a client that then
 * applies newer events counts no row twice.
 */
export async function readWithTotal<Row>(
  model: Model<Row>,
  { filter, afterCursor, sort, limit }: Listing<Row>,
): Promise<{ found: Row[]; total: number }> {
  // An aggregation, unlike a query, does not cast values to the types of the schema.
  const typed = (condition: QueryFilter<Row>) => model.find().cast(model, condition);
  const wanted = typed(filter);
  const answer = await model
    .aggregate<Row | Count>([
      { $match: afterCursor ? { $and: [wanted, typed(afterCursor)] } : wanted },
      { $sort: sort },
      { $limit: limit + 1 },
      {
        $unionWith: {
          coll: model.collection.name,
          pipeline: [{ $match: wanted }, { $limit: TOTAL_MAX + 1 }, { $count: 'total' }],
        },
      },
    ])
    .option({ batchSize: limit + 2 })
    .readConcern('snapshot');
  const found: Row[] = [];
  let total = 0;
  for (const one of answer) {
    if (isCount(one)) total = one.total;
    else found.push(one);
  }
  return { found, total };
}

/** A page of matching documents, newest first by `_id`, and the total. Throws `CURSOR_INVALID`. */
export async function newestById<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  { cursor, limit }: PageQuery,
): Promise<{ rows: Row[]; nextCursor: string | null; total: number }> {
  const { found, total } = await readWithTotal(model, {
    filter,
    afterCursor: cursor ? { _id: { $lt: new Types.ObjectId(decodeCursor(cursor)[1]) } } : undefined,
    sort: { _id: -1 },
    limit,
  });
  return { ...splitPage(found, limit), total };
}

const isCount = <Row>(one: Row | Count): one is Count => !('_id' in (one as object));
