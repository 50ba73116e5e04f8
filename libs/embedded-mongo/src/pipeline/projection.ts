import { encode } from '../bson/encode.js';
import { isTruthy, toNumber } from '../bson/numbers.js';
import { type Selection, select, selection } from '../bson/select.js';
import {
  type Doc,
  getField,
  isArray,
  isDoc,
  isNumeric,
  setField,
  type Value,
} from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { compileExpression, type Expr, type Scope } from '../expressions/compile.js';
import { compileMatch } from '../query/match.js';
import { concretePaths } from '../update/paths.js';

export type Transform = (doc: Doc) => Doc;

/** What happens to a field: it is kept, omitted or computed, or its own fields have nodes. */
export type Node =
  | { kind: 'keep' }
  | { kind: 'omit' }
  | { kind: 'compute'; evaluate: Expr }
  | { kind: 'array'; change: (value: Value, doc: Doc) => Value; include: boolean }
  | { kind: 'inside'; children: Map<string, Node> };

interface Encoded {
  readonly raw: Buffer;
  readonly doc: Doc;
}

interface Options {
  scope: Scope;
  /** Present for `find`, whose projections have `$slice`, `$elemMatch` and the positional `$`. */
  find?: { filter: Doc };
}

export const invalid = (code: number, message: string) => new CommandError(code, message);
const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumeric(value);

interface Projection {
  readonly root: Map<string, Node>;
  readonly including: boolean;
}

/** Compiles a projection of `find` or `$project`. */
export function compileProjection(spec: Doc, options: Options): Transform {
  return transformOf(parseProjection(spec, options), options.scope);
}

/** The same for rows returned as bytes; a projection that only includes or excludes fields decodes no row. */
export function compileRawProjection(spec: Doc, options: Options): (row: Encoded) => Buffer {
  const projection = parseProjection(spec, options);
  const wanted = selectionOf(projection.root, projection.including);
  if (wanted) return ({ raw }) => select(raw, wanted);
  const project = transformOf(projection, options.scope);
  return (row) => encode(project(row.doc));
}

/** The projection as a selection of bytes; undefined if a field is computed. */
function selectionOf(nodes: Map<string, Node>, including: boolean): Selection | undefined {
  const fields: [string, boolean | Selection][] = [];
  for (const [name, node] of nodes) {
    if (node.kind === 'compute' || node.kind === 'array') return undefined;
    const inside = node.kind === 'inside' && selectionOf(node.children, including);
    if (inside === undefined) return undefined;
    fields.push([name, inside || node.kind === 'keep']);
  }
  return selection(!including, fields);
}

function parseProjection(spec: Doc, options: Options): Projection {
  if (Object.keys(spec).length === 0 && !options.find) {
    throw invalid(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  const root = new Map<string, Node>();
  const names = new Set(Object.keys(options.scope.vars));
  addSpec(root, spec, '', options, names);
  const including = modeOf(root);
  const id = root.get('_id');
  if (including && id === undefined) root.set('_id', { kind: 'keep' });
  return { root, including };
}

function transformOf({ root, including }: Projection, { vars }: Scope): Transform {
  return (doc) => {
    const scope = { root: doc, vars };
    return including ? include(doc, root, scope, doc) : exclude(doc, root, doc);
  };
}

function addSpec(
  into: Map<string, Node>,
  spec: Doc,
  prefix: string,
  options: Options,
  names: ReadonlySet<string>,
): void {
  for (const [name, value] of Object.entries(spec)) {
    const path = name.split('.');
    if (path.includes('')) throw invalid(40352, 'FieldPath field names may not be empty strings.');
    const positional = options.find && path.at(-1) === '$';
    if (positional) path.pop();
    if (path.some((part) => part.startsWith('$'))) {
      throw invalid(16410, `FieldPath field names may not start with '$': ${name}`);
    }
    const full = prefix + path.join('.');
    if (positional) place(into, path, positionalNode(full, options.find?.filter ?? {}), full);
    else if (isDoc(value) && !Object.keys(value)[0]?.startsWith('$')) {
      if (Object.keys(value).length === 0)
        throw invalid(51270, 'An empty sub-projection is not a valid value');
      addSpec(childrenAt(into, path, full), value, `${full}.`, options, names);
    } else place(into, path, leaf(full, value, options, names), full);
  }
}

function leaf(path: string, value: Value, options: Options, names: ReadonlySet<string>): Node {
  if (isFlag(value)) return { kind: isTruthy(value) ? 'keep' : 'omit' };
  if (options.find && isDoc(value)) {
    if ('$elemMatch' in value) return elemMatchNode(value.$elemMatch);
    if ('$slice' in value && !(isArray(value.$slice) && isArray(value.$slice[0]))) {
      const slice = value.$slice;
      const simple =
        isNumeric(slice) || (isArray(slice) && slice.length === 2 && slice.every(isNumeric));
      if (simple) return sliceNode(slice);
    }
    if ('$meta' in value) throw notSupported(`the projection $meta (field '${path}')`);
  }
  return { kind: 'compute', evaluate: compileExpression(value, names) };
}

function elemMatchNode(condition: Value): Node {
  const matches = compileMatch({ e: { $elemMatch: condition } });
  return {
    kind: 'array',
    include: true,
    change: (value) => {
      const found = isArray(value) ? value.find((item) => matches({ e: [item] })) : undefined;
      return found === undefined ? undefined : [found];
    },
  };
}

function sliceNode(slice: Value): Node {
  const [skip, limit] = isArray(slice) ? slice.map((n) => (isNumeric(n) ? toNumber(n) : 0)) : [];
  const count = isNumeric(slice) ? toNumber(slice) : 0;
  if (limit !== undefined && limit <= 0)
    throw invalid(28729, 'Third argument to $slice must be positive');
  return {
    kind: 'array',
    include: false,
    change: (value) => {
      if (!isArray(value)) return value;
      if (skip === undefined || limit === undefined)
        return count < 0 ? value.slice(count) : value.slice(0, count);
      const from = skip < 0 ? Math.max(0, value.length + skip) : skip;
      return value.slice(from, from + limit);
    },
  };
}

function positionalNode(path: string, filter: Doc): Node {
  return {
    kind: 'array',
    include: true,
    change: (value, doc) => {
      if (!isArray(value)) return value;
      const [concrete] = concretePaths(doc, [...path.split('.'), '$'], {
        filter,
        identifiers: new Map(),
      });
      return [value[Number(concrete?.at(-1))]];
    },
  };
}

const collision = (path: string) => invalid(31249, `Path collision at ${path}`);

export function childrenAt(
  into: Map<string, Node>,
  path: readonly string[],
  full: string,
): Map<string, Node> {
  let level = into;
  for (const part of path) {
    const node = level.get(part) ?? { kind: 'inside', children: new Map<string, Node>() };
    if (node.kind !== 'inside') throw collision(full);
    level.set(part, node);
    level = node.children;
  }
  return level;
}

export function place(
  into: Map<string, Node>,
  path: readonly string[],
  node: Node,
  full: string,
): void {
  const level = childrenAt(into, path.slice(0, -1), full);
  const name = path.at(-1) ?? '';
  if (level.has(name)) throw collision(full);
  level.set(name, node);
}

/** Inclusion and exclusion cannot be mixed, except for `_id`. */
function modeOf(root: Map<string, Node>): boolean {
  let keeps: string | undefined;
  let omits: string | undefined;
  const visit = (nodes: Map<string, Node>, prefix: string): void => {
    for (const [name, node] of nodes) {
      const path = prefix + name;
      if (node.kind === 'inside') visit(node.children, `${path}.`);
      else if (path === '_id' && (node.kind === 'keep' || node.kind === 'omit')) continue;
      else if (node.kind === 'omit') omits = path;
      else if (node.kind !== 'array' || node.include) keeps = path;
    }
  };
  visit(root, '');
  if (keeps !== undefined && omits !== undefined) {
    throw invalid(31254, `Cannot do exclusion on field ${omits} in inclusion projection`);
  }
  if (keeps !== undefined) return true;
  return omits === undefined && root.get('_id')?.kind === 'keep';
}

function include(source: Doc, nodes: Map<string, Node>, scope: Scope, doc: Doc): Doc {
  const result: Doc = {};
  for (const name of Object.keys(source)) {
    const node = nodes.get(name);
    if (!node || node.kind === 'omit') continue;
    const value = getField(source, name);
    if (node.kind === 'keep') setField(result, name, value);
    else if (node.kind === 'array') setField(result, name, node.change(value, doc));
    else if (node.kind === 'inside') {
      const inner = includeInside(value, node.children, scope, doc);
      if (inner !== undefined) setField(result, name, inner);
    }
  }
  for (const [name, node] of nodes) {
    if (node.kind === 'compute') {
      const value = node.evaluate(scope);
      if (value !== undefined) setField(result, name, value);
    } else if (node.kind === 'inside' && !isDoc(source[name]) && !isArray(source[name])) {
      const created = include({}, node.children, scope, doc);
      if (Object.keys(created).length > 0) setField(result, name, created);
    }
  }
  return result;
}

function includeInside(value: Value, nodes: Map<string, Node>, scope: Scope, doc: Doc): Value {
  if (isDoc(value)) return include(value, nodes, scope, doc);
  if (!isArray(value)) return undefined;
  // scalars inside an array have no fields and are dropped
  return value
    .map((item) => includeInside(item, nodes, scope, doc))
    .filter((item) => item !== undefined);
}

function exclude(source: Doc, nodes: Map<string, Node>, doc: Doc): Doc {
  const result: Doc = {};
  for (const name of Object.keys(source)) {
    const node = nodes.get(name);
    const value = getField(source, name);
    if (!node || node.kind === 'keep') setField(result, name, value);
    else if (node.kind === 'inside')
      setField(result, name, excludeInside(value, node.children, doc));
    else if (node.kind === 'array') setField(result, name, node.change(value, doc));
  }
  return result;
}

function excludeInside(value: Value, nodes: Map<string, Node>, doc: Doc): Value {
  if (isDoc(value)) return exclude(value, nodes, doc);
  return isArray(value) ? value.map((item) => excludeInside(item, nodes, doc)) : value;
}

export function compileUnset(spec: Value, scope: Scope): Transform {
  const names = isArray(spec) ? spec : [spec];
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== '')) {
    throw badValue('$unset specification must be a string or an array of strings');
  }
  return compileProjection(Object.fromEntries(names.map((name) => [String(name), 0])), { scope });
}
