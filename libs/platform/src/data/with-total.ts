import type { Model, QueryFilter } from 'mongoose';
import { TOTAL_MAX } from '#libs/contracts';

/**
 * How many documents fit, as the total of a list: no more are counted than `TOTAL_MAX` and one, so that a list costs
 * the same however much there is behind it. `estimatedDocumentCount` is no way around, because it takes no condition.
 */
export const countTotal = <Row>(model: Model<Row>, filter: QueryFilter<Row>): Promise<number> =>
  model.countDocuments(filter, { limit: TOTAL_MAX + 1 }).exec();

/**
 * The rows of a page, one more than it shows where there are more, and how many fit in all. Two reads are of two
 * moments, and whoever goes on counting from there with the news would stay wrong; so a first page that holds all there
 * is counts itself.
 */
export async function withTotal<Row, Found>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  rows: Promise<Found[]>,
): Promise<{ found: Found[]; total: number }> {
  const [found, total] = await Promise.all([rows, countTotal(model, filter)]);
  return { found, total: cursor === undefined && found.length <= limit ? found.length : total };
}
