import { getField, isArray, isDoc, type Value } from './types.js';

export type Path = readonly string[];

const cache = new Map<string, Path>();
const CACHED_PATHS = 5000;

export function splitPath(path: string): Path {
  let parts = cache.get(path);
  if (!parts) {
    parts = path.split('.');
    if (cache.size >= CACHED_PATHS) cache.clear();
    cache.set(path, parts);
  }
  return parts;
}

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/**
 * Calls `visit` for every value at `path` until it returns true. Query semantics: an array along the path is entered
 * both by position and through each of its documents; an array at the end of the path is passed whole.
 */
export function someAtPath(
  value: Value,
  path: Path,
  depth: number,
  visit: (value: Value) => boolean,
): boolean {
  if (depth === path.length) return visit(value);
  const part = path[depth] ?? '';
  if (isDoc(value)) return someAtPath(getField(value, part), path, depth + 1, visit);
  if (!isArray(value)) return visit(undefined);
  if (isIndex(part) && Number(part) < value.length) {
    if (someAtPath(value[Number(part)], path, depth + 1, visit)) return true;
  }
  // scalars in the array are skipped: `{ a: [1] }` has no `a.b`, not even a missing one
  for (const item of value) {
    if (isDoc(item) && someAtPath(item, path, depth, visit)) return true;
  }
  return false;
}

/** The value of a dotted path in an aggregation expression: maps over arrays; a number is never an array position. */
export function expressionPath(value: Value, path: Path, depth = 0): Value {
  if (depth === path.length) return value;
  if (isDoc(value)) return expressionPath(getField(value, path[depth] ?? ''), path, depth + 1);
  if (!isArray(value)) return undefined;
  const items: Value[] = [];
  for (const item of value) {
    const inner = isDoc(item) || isArray(item) ? expressionPath(item, path, depth) : undefined;
    if (inner !== undefined) items.push(inner);
  }
  return items;
}
