type Cell = string | number;

/** A spreadsheet runs text that begins like a formula; an apostrophe makes it text again. */
const FORMULA = /^[\s"']*[=+\-@\t\r]/;

/** A table as a CSV file, in the format of the API's exports. */
export function csvFile(columns: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  const lines = [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`);
  return new Blob(lines, { type: 'text/csv' });
}

function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
