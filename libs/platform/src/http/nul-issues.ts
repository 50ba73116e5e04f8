/** What is wrong with one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

const NUL = '\0';

/** The texts and keys of a parsed value with a NUL: no text needs one, and MongoDB refuses it in keys and patterns. */
export function nulIssues(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string')
    return value.includes(NUL) ? [{ path, message: 'must not contain a NUL character' }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...nulIssues(key, path),
    ...nulIssues(entry, [...path, key]),
  ]);
}
