import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { stringify } from 'csv-stringify/sync';
import type { Model, QueryFilter } from 'mongoose';
import { type Cell, CSV_OPTIONS } from '#libs/contracts';
import type { ClientSession } from '../data/transactions.js';
import { DomainError } from '../errors.js';
import { RateLimit } from './rate-limits.js';

/** Maximum number of rows of a file that is built in memory. */
const EXPORT_MAX = 10_000;

/** For a route whose response is a CSV file of that name. */
export const CsvFile = (name: string): MethodDecorator =>
  applyDecorators(
    RateLimit('costly'),
    Header('content-type', 'text/csv; charset=utf-8'),
    Header('content-disposition', `attachment; filename="${name}"`),
    ApiProduces('text/csv'),
    ApiOkResponse({ schema: { type: 'string' } }),
  );

type Rows = readonly (readonly Cell[])[];

/** A table as a CSV file, its first row the column names. */
export const toCsv = (columns: readonly string[], rows: Rows): string =>
  stringify([columns, ...rows], CSV_OPTIONS);

/** Further rows of such a file, for tables that are streamed. */
export const csvRows = (rows: Rows): string => stringify([...rows], { ...CSV_OPTIONS, bom: false });

/** All documents for a file that is built in memory, of a transaction if one is given. Throws `EXPORT_TOO_LARGE`. */
export async function rowsToExport<Row>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  sort: Readonly<Record<string, 1 | -1>>,
  session: ClientSession | null = null,
): Promise<Row[]> {
  const found = await model
    .find(filter)
    .sort(sort)
    .limit(EXPORT_MAX + 1)
    .session(session)
    .lean<Row[]>();
  if (found.length > EXPORT_MAX)
    throw new DomainError(
      'EXPORT_TOO_LARGE',
      `A file holds ${EXPORT_MAX} rows at the most; please narrow the list`,
    );
  return found;
}
