import { type Cell, CSV_OPTIONS } from '#libs/contracts';
import { loadChunk } from './chunks';

/** A table as a CSV file, as the server writes it. Throws OfflineError if the writer cannot be loaded. */
export async function csvFile(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  const { stringify } = await loadChunk(() => import('csv-stringify/browser/esm/sync'));
  return new Blob([stringify([columns, ...rows], CSV_OPTIONS)], { type: 'text/csv' });
}
