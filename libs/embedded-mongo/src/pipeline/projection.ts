import { encode } from '../bson/encode.js';
import { isTruthy, toNumber } from '../bson/numbers.js';
import { type Selection, select, selection } from '../bson/select.js';
import {
  type Doc,
  getField,
  isArray,
  isDoc,
  isNumeric,
  type NumberValue,
  setField,
  type Value,
} from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { slice } from '../expressions/arrays.js';
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

const invalid = (code: number, message: string) => new CommandError(code, message);
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
  const { find } = options;
  const root = new Map<string, Node>();
  for (const [name, value] of Object.entries(spec)) {
    const array = name.slice(0, -2);
    if (find && name.endsWith('.$')) place(root, array, positionalNode(array, find.filter));
    else addNodes(root, { [name]: value }, (inner, path) => leaf(inner, path, options));
  }
  const including = modeOf(root);
  const id = root.get('_id');
  if (including && id === undefined) root.set('_id', { kind: 'keep' });
  return { root, including };
}

function transformOf({ root, including }: Projection, { vars }: Scope): Transform {
  return (doc) => projectFields(doc, root, { including, doc, scope: { root: doc, vars } });
}

/** Adds the nodes of a document whose fields are dotted paths or documents of such fields. */
export function addNodes(
  into: Map<string, Node>,
  spec: Doc,
  nodeOf: (value: Value, path: string) => Node,
  prefix = '',
): void {
  for (const [name, value] of Object.entries(spec)) {
    const path = prefix + name;
    const parts = name.split('.');
    if (parts.includes('')) throw invalid(40352, 'FieldPath field names may not be empty strings.');
    if (parts.some((part) => part.startsWith('$'))) {
      throw invalid(16410, `FieldPath field names may not start with '$': ${name}`);
    }
    const [first] = isDoc(value) ? Object.keys(value) : [];
    if (isDoc(value) && first !== undefined && !first.startsWith('$'))
      addNodes(into, value, nodeOf, `${path}.`);
    else place(into, path, nodeOf(value, path));
  }
}

function leaf(value: Value, path: string, { find, scope }: Options): Node {
  if (isFlag(value)) return { kind: isTruthy(value) ? 'keep' : 'omit' };
  if (isDoc(value)) {
    if (Object.keys(value).length === 0)
      throw invalid(51270, 'An empty sub-projection is not a valid value');
    const { $elemMatch, $slice, $meta } = find ? value : {};
    if ($elemMatch !== undefined) return elemMatchNode($elemMatch);
    if (isNumeric($slice)) return sliceNode([$slice]);
    if (isArray($slice) && $slice.length === 2 && $slice.every(isNumeric)) return sliceNode($slice);
    if ($meta !== undefined) throw notSupported(`the projection $meta (field '${path}')`);
  }
  return { kind: 'compute', evaluate: compileExpression(value, scope) };
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

function sliceNode(numbers: readonly NumberValue[]): Node {
  const [first = 0, count] = numbers.map(toNumber);
  if (count !== undefined && count <= 0)
    throw invalid(28729, 'Third argument to $slice must be positive');
  return {
    kind: 'array',
    include: false,
    change: (value) => (isArray(value) ? slice(value, first, count) : value),
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

function place(root: Map<string, Node>, path: string, node: Node): void {
  const collision = () => invalid(31249, `Path collision at ${path}`);
  const above = path.split('.');
  const name = above.pop() ?? '';
  let level = root;
  for (const part of above) {
    const inner = level.get(part) ?? { kind: 'inside', children: new Map<string, Node>() };
    if (inner.kind !== 'inside') throw collision();
    level.set(part, inner);
    level = inner.children;
  }
  if (level.has(name)) throw collision();
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

/** One document on its way through a projection. */
interface Pass {
  including: boolean;
  doc: Doc;
  scope: Scope;
}

function projectFields(source: Doc, nodes: Map<string, Node>, pass: Pass): Doc {
  const result: Doc = {};
  for (const name of Object.keys(source)) {
    const value = projectField(getField(source, name), nodes.get(name), pass);
    if (value !== undefined) setField(result, name, value);
  }
  for (const [name, node] of nodes) {
    const value = addedField(getField(source, name), node, pass);
    if (value !== undefined) setField(result, name, value);
  }
  return result;
}

/** What remains of a field; a computed one is added after the others. */
function projectField(value: Value, node: Node | undefined, pass: Pass): Value {
  switch (node?.kind) {
    case undefined:
      return pass.including ? undefined : value;
    case 'keep':
      return value;
    case 'array':
      return node.change(value, pass.doc);
    case 'inside':
      return projectInside(value, node.children, pass);
    default:
      return undefined;
  }
}

function projectInside(value: Value, nodes: Map<string, Node>, pass: Pass): Value {
  if (isDoc(value)) return projectFields(value, nodes, pass);
  // a scalar has no fields to include, so it is dropped, also in an array
  if (!isArray(value)) return pass.including ? undefined : value;
  return value.map((item) => projectInside(item, nodes, pass)).filter((item) => item !== undefined);
}

/** A computed field, or a document of computed fields where there was none. */
function addedField(old: Value, node: Node, pass: Pass): Value {
  if (node.kind === 'compute') return node.evaluate(pass.scope);
  if (node.kind !== 'inside' || isDoc(old) || isArray(old)) return undefined;
  const created = projectFields({}, node.children, pass);
  return Object.keys(created).length > 0 ? created : undefined;
}

export function compileUnset(spec: Value, scope: Scope): Transform {
  const names = isArray(spec) ? spec : [spec];
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== '')) {
    throw badValue('$unset specification must be a string or an array of strings');
  }
  return compileProjection(Object.fromEntries(names.map((name) => [String(name), 0])), { scope });
}
