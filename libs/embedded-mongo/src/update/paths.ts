import { isIndex } from '../bson/paths.js';
import { type Doc, getField, isArray, isDoc, setField, type Value } from '../bson/types.js';
import { badValue, CommandError } from '../errors.js';
import { compileMatch } from '../query/match.js';
import { isOperatorDoc } from '../query/operator-doc.js';
import type { Test } from '../query/operators.js';

type Container = Doc | Value[];
export type Slot = { container: Container; name: string };

const MAX_PADDING = 1_500_000;

const notViable = (name: string, path: string, value: Value) =>
  new CommandError(
    28,
    `Cannot create field '${name}' in element {${path}: ${isArray(value) ? '[...]' : String(value)}}`,
  );

export const read = ({ container, name }: Slot): Value =>
  isArray(container)
    ? isIndex(name)
      ? container[Number(name)]
      : undefined
    : getField(container, name);

export function write({ container, name }: Slot, value: Value): void {
  if (!isArray(container)) {
    setField(container, name, value);
    return;
  }
  if (!isIndex(name)) throw notViable(name, '', container);
  const at = Number(name);
  if (at > container.length + MAX_PADDING)
    throw badValue('Cannot backfill more than 1500000 elements');
  while (container.length < at) container.push(null);
  container[at] = value;
}

/** Finds the slot at the end of a path; `create` adds missing documents; undefined if the path does not exist. */
export function locate(doc: Doc, path: readonly string[], create: boolean): Slot | undefined {
  let container: Container = doc;
  for (let i = 0; i < path.length - 1; i++) {
    const name = path[i] ?? '';
    const slot: Slot = { container, name };
    let next = read(slot);
    if (next === undefined) {
      if (!create) return undefined;
      next = {};
      write(slot, next);
    }
    if (!isDoc(next) && !isArray(next)) {
      if (!create) return undefined;
      throw notViable(path[i + 1] ?? '', name, next);
    }
    container = next;
  }
  const name = path[path.length - 1] ?? '';
  if (isArray(container) && !isIndex(name)) {
    if (!create) return undefined;
    throw notViable(name, path[path.length - 2] ?? '', container);
  }
  return { container, name };
}

export interface PathContext {
  filter: Doc;
  /** Conditions of `arrayFilters`, by identifier. */
  identifiers: ReadonlyMap<string, Test>;
}

/** Below the top level, other names that begin with `$` are field names. */
const isPosition = (part: string): boolean => part === '$' || part.startsWith('$[');

export const isPositional = (path: readonly string[]): boolean => path.some(isPosition);

/** Replaces `$`, `$[]` and `$[id]` in a path by the matching positions in this document. */
export function concretePaths(doc: Doc, path: readonly string[], context: PathContext): string[][] {
  const special = path.findIndex(isPosition);
  if (special < 0) return [[...path]];
  const before = path.slice(0, special);
  const part = path[special] ?? '';
  const array = valueAt(doc, before);
  if (part === '$') {
    const position = matchedPosition(doc, before, context.filter);
    return concretePaths(doc, [...before, String(position), ...path.slice(special + 1)], context);
  }
  const identifier = /^\$\[(\w*)\]$/.exec(part)?.[1];
  if (identifier === undefined) throw dollarField(part);
  if (!isArray(array)) {
    throw badValue(
      `The path '${before.join('.')}' must exist in the document in order to apply array updates.`,
    );
  }
  const test = identifier === '' ? () => true : context.identifiers.get(identifier);
  if (!test)
    throw badValue(
      `No array filter found for identifier '${identifier}' in path '${path.join('.')}'`,
    );
  return array.flatMap((item, i) =>
    test(item)
      ? concretePaths(doc, [...before, String(i), ...path.slice(special + 1)], context)
      : [],
  );
}

export const dollarField = (name: string) =>
  new CommandError(
    52,
    `The dollar ($) prefixed field '${name}' is not allowed in the context of an update`,
  );

export function valueAt(doc: Doc, path: readonly string[]): Value {
  const slot = path.length === 0 ? undefined : locate(doc, path, false);
  return slot ? read(slot) : undefined;
}

/** The position of the array element that the filter matched; the last condition on the array decides. */
function matchedPosition(doc: Doc, path: readonly string[], filter: Doc): number {
  const prefix = path.join('.');
  const array = valueAt(doc, path);
  const found = isArray(array) ? positionIn(array, prefix, filter) : undefined;
  if (found === undefined) {
    throw badValue('The positional operator did not find the match needed from the query.');
  }
  return found;
}

function positionIn(array: Value[], prefix: string, filter: Doc): number | undefined {
  let position: number | undefined;
  for (const [name, operand] of Object.entries(filter)) {
    if ((name === '$and' || name === '$or') && isArray(operand)) {
      for (const clause of operand)
        if (isDoc(clause)) position = positionIn(array, prefix, clause) ?? position;
      continue;
    }
    if (name !== prefix && !name.startsWith(`${prefix}.`)) continue;
    const clause = elementClause(name.slice(prefix.length + 1), operand);
    if (!clause) continue;
    const at = array.findIndex((item) => clause(item));
    if (at >= 0) position = at;
  }
  return position;
}

/** Operators that look at the whole array. */
const ON_ARRAY = ['$size', '$exists', '$type'];

/** Turns a condition on an array, or on a field of its elements, into a test of one element. */
function elementClause(field: string, operand: Value): Test | undefined {
  const operators = field === '' && isOperatorDoc(operand) ? Object.keys(operand) : [];
  if (operators.some((op) => ON_ARRAY.includes(op))) return undefined;
  const matches = compileMatch({ [field === '' ? 'e' : `e.${field}`]: operand });
  const inArray = operators.includes('$elemMatch');
  return (item) => matches({ e: inArray ? [item] : item });
}
