/** A difference between a screen and the API. */
export interface Difference {
  /** Path, such as `orders.0.status`. */
  readonly at: string;
  readonly shown: unknown;
  readonly expected: unknown;
}

/** A sentence about a difference on somebody's screen. */
export function sentenceOf(of: Difference & { who: string; screen: string }): string {
  const { who, screen, at, shown, expected } = of;
  return `${who}, ${screen}: ${at} is ${short(shown)} and should be ${short(expected)}`;
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

/** Compares the data of a screen with the API's response, field by field. */
export function differencesOf(shown: unknown, expected: unknown, at = ''): Difference[] {
  if (Object.is(shown, expected)) return [];
  if (!isBranch(shown) || !isBranch(expected) || Array.isArray(shown) !== Array.isArray(expected))
    return [{ at, shown, expected }];
  const rows = idsOf(shown);
  const others = idsOf(expected);
  if (rows && others) return differencesOfRows(shown, rows, expected, others, at);
  const names = new Set([...Object.keys(shown), ...Object.keys(expected)]);
  return [...names].flatMap((name) =>
    differencesOf(shown[name], expected[name], at === '' ? name : `${at}.${name}`),
  );
}

/** Compares rows by id, so that a row at another position is one difference instead of one per field. */
function differencesOfRows(
  shown: Record<string, unknown>,
  rows: readonly string[],
  expected: Record<string, unknown>,
  others: readonly string[],
  at: string,
): Difference[] {
  const both = rows.filter((id) => others.includes(id));
  const differences = both.flatMap((id) =>
    differencesOf(shown[rows.indexOf(id)], expected[others.indexOf(id)], `${at}.${id}`),
  );
  return rows.join() === others.join()
    ? differences
    : [{ at, shown: rows, expected: others }, ...differences];
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
