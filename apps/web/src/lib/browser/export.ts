import { type Cell, CSV_OPTIONS } from '#libs/contracts';
import { loadChunk } from '../api/chunks';

/** Copies a text; returns false if the browser refuses. Without TLS pages have no clipboard, except on localhost. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the download has started by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A table as a CSV file, as the server writes it. Throws OfflineError if the writer cannot be loaded. */
export async function csvFile(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Blob> {
  const { stringify } = await loadChunk(() => import('csv-stringify/browser/esm/sync'));
  return new Blob([stringify([columns, ...rows], CSV_OPTIONS)], { type: 'text/csv' });
}
