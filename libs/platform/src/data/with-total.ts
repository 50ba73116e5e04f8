import type { Model, QueryFilter } from 'mongoose';

/** How many documents fit. Where all do, the collection knows it by heart, and nothing is looked through. */
function totalOf<Row>(model: Model<Row>, filter: QueryFilter<Row>): Promise<number> {
  return fitsAll(filter)
    ? model.estimatedDocumentCount().exec()
    : model.countDocuments(filter).exec();
}

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
  const [found, total] = await Promise.all([rows, totalOf(model, filter)]);
  return { found, total: cursor === undefined && found.length <= limit ? found.length : total };
}

function fitsAll(filter: object): boolean {
  return Object.entries(filter).every(
    ([key, value]) => key === '$and' && Array.isArray(value) && value.every(fitsAll),
  );
}
