export type Cell = string | number | boolean | null;

/** A table as CSV (RFC 4180), its first row the column names. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map(csvRow).join('');
}

/** One row of such a table, for tables that are streamed. */
export function csvRow(row: readonly Cell[]): string {
  return `${row.map(toCell).join(',')}\r\n`;
}

function toCell(value: Cell): string {
  const text = typeof value === 'string' ? harmless(value) : String(value ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that begins like a formula, also in full-width letters or after invisible characters. A
 * separator inside the text may begin a cell too; which ones do differs by country. An apostrophe makes it text
 * again.
 */
const FORMULAS = /(^|[,;|\t\r\n])(?=[\s"'\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const harmless = (text: string) => text.replaceAll(FORMULAS, "$&'");
