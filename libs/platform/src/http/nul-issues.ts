/** An error in one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

const NUL = '\0';

/**
 * The strings and keys of a parsed value that contain NUL, which no text needs and MongoDB refuses in keys and
 * patterns.
 */
export function nulIssues(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string')
    return value.includes(NUL) ? [{ path, message: 'must not contain a NUL character' }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...nulIssues(key, path),
    ...nulIssues(entry, [...path, key]),
  ]);
}
