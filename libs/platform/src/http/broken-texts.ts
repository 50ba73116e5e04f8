import { BROKEN_MESSAGE, isBroken } from '#libs/contracts';

/** An error in one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * The strings and keys of a parsed value that no text needs and no engine stores as they are: MongoDB refuses NUL in
 * keys and patterns, and replaces half a surrogate pair.
 */
export function brokenTexts(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string') return isBroken(value) ? [{ path, message: BROKEN_MESSAGE }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...brokenTexts(key, path),
    ...brokenTexts(entry, [...path, key]),
  ]);
}
