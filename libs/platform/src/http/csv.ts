export type Cell = string | number | boolean | null;

/** A table as CSV (RFC 4180), its first row the column names. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map(csvRow).join('');
}

/** One row of such a table, for tables that are written while they are read. */
export function csvRow(row: readonly Cell[]): string {
  return `${row.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  const text = typeof value === 'string' ? harmless(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A spreadsheet would run a text that begins like a formula, in the letters of any alphabet and behind what does not
 * show; an apostrophe makes it a text again.
 */
const harmless = (text: string) =>
  /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
