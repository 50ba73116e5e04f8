export type Cell = string | number | boolean | null;

/**
 * Spreadsheets run text that begins like a formula, also in full-width letters or after invisible characters. A
 * separator inside the text may begin a cell too; which ones do differs by country. An apostrophe makes it text
 * again.
 */
const FORMULAS = /(^|[,;|\t\r\n])(?=[\s"'\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

/** The options of `csv-stringify` for every file, in the server and in the web app; Excel needs the byte order mark. */
export const CSV_OPTIONS = {
  bom: true,
  record_delimiter: '\r\n',
  quote_record_delimiter: true,
  // Other countries separate by them.
  quoted_match: /[;\t]/,
  cast: {
    string: (text: string) => text.replaceAll(FORMULAS, "$&'"),
    number: String,
    boolean: String,
  },
};
