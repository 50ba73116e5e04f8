import { stringify } from 'csv-stringify/sync';
import { type Cell, CSV_OPTIONS } from '#libs/contracts';

type Rows = readonly (readonly Cell[])[];

/** A table as a CSV file, its first row the column names. */
export const toCsv = (columns: readonly string[], rows: Rows): string =>
  stringify([columns, ...rows], CSV_OPTIONS);

/** Further rows of such a file, for tables that are streamed. */
export const csvRows = (rows: Rows): string => stringify([...rows], { ...CSV_OPTIONS, bom: false });
