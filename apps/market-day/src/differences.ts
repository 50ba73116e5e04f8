/** Where a screen and the server are not of one mind. */
export interface Difference {
  /** Such as `orders.0.status`. */
  readonly at: string;
  readonly shown: unknown;
  readonly told: unknown;
}

/** Compares what a screen shows with what the server tells, down to the last field. */
export function differencesOf(shown: unknown, told: unknown, at = ''): Difference[] {
  if (Object.is(shown, told)) return [];
  if (!isBranch(shown) || !isBranch(told) || Array.isArray(shown) !== Array.isArray(told))
    return [{ at, shown, told }];
  const rows = idsOf(shown);
  const others = idsOf(told);
  if (rows && others) return differencesOfRows(shown, rows, told, others, at);
  const names = new Set([...Object.keys(shown), ...Object.keys(told)]);
  return [...names].flatMap((name) =>
    differencesOf(shown[name], told[name], at === '' ? name : `${at}.${name}`),
  );
}

/** Rows by their ids: one that stands elsewhere is one difference, and not as many as it has fields. */
function differencesOfRows(
  shown: Record<string, unknown>,
  rows: readonly string[],
  told: Record<string, unknown>,
  others: readonly string[],
  at: string,
): Difference[] {
  const both = rows.filter((id) => others.includes(id));
  const differences = both.flatMap((id) =>
    differencesOf(shown[rows.indexOf(id)], told[others.indexOf(id)], `${at}.${id}`),
  );
  return rows.join() === others.join()
    ? differences
    : [{ at, shown: rows, told: others }, ...differences];
}

/** The ids of a list of rows; null for anything else. */
function idsOf(list: unknown): string[] | null {
  if (!Array.isArray(list)) return null;
  const ids = list.map((row: unknown) => (isBranch(row) ? row._id : undefined));
  return ids.every((id) => typeof id === 'string') ? ids : null;
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
