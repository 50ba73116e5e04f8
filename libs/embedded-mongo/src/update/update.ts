import type { CompareTexts } from '../bson/collation.js';
import { equalValues } from '../bson/compare.js';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import { isIndex } from '../bson/paths.js';
import { type Doc, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, CommandError, failedToParse, notSupported } from '../errors.js';
import { rootScope, type Scope } from '../expressions/compile.js';
import { compileDocumentStages } from '../pipeline/document-stages.js';
import { isOperatorDoc } from '../query/operator-doc.js';
import { isRegex } from '../query/regex.js';
import { readArrayFilters } from './array-filters.js';
import { type Modifier, UPDATE_OPERATORS } from './operators.js';
import {
  concretePaths,
  dollarField,
  isPositional,
  locate,
  type PathContext,
  read,
  write,
} from './paths.js';

interface UpdateOptions {
  filter: Doc;
  arrayFilters?: Value;
  scope?: Scope | undefined;
  texts?: CompareTexts | undefined;
}

/** A compiled update. `apply` may modify its argument, so pass a copy. */
export interface Update {
  apply(doc: Doc): Doc;
  /** The document an upsert inserts when nothing matches. */
  insert(): Doc;
}

/** Operators that do not compare values. */
const WITHOUT_ORDER = new Set(
  '$set $setOnInsert $unset $inc $mul $rename $currentDate $pop $bit'.split(' '),
);

/** Throws for a collation if the update itself compares values; only its filter supports one. */
function refuseComparing(update: Value, { arrayFilters }: UpdateOptions): void {
  const modifiers = isOperatorDoc(update) ? Object.entries(update) : [];
  const compares =
    isArray(update) ||
    arrayFilters !== undefined ||
    modifiers.some(
      ([name, fields]) =>
        !WITHOUT_ORDER.has(name) ||
        Object.keys(isDoc(fields) ? fields : {}).some((path) => path.split('.').includes('$')),
    );
  if (compares) throw notSupported('an update that compares values itself with a collation');
}

export function compileUpdate(update: Value, options: UpdateOptions): Update {
  if (options.texts) refuseComparing(update, options);
  if (isArray(update)) return pipelineUpdate(update, options);
  if (!isDoc(update)) throw failedToParse('Update argument must be either an object or an array');
  if (isOperatorDoc(update)) return modifierUpdate(update, options);
  return replacement(update, options);
}

function replacement(update: Doc, { filter, arrayFilters }: UpdateOptions): Update {
  if (isArray(arrayFilters) && arrayFilters.length > 0) {
    throw failedToParse('Cannot specify arrayFilters and a replacement document');
  }
  const withId = (id: Value): Doc => {
    if (update._id !== undefined && id !== undefined && !equalValues(update._id, id))
      throw immutableId();
    const { _id: own, ...rest } = update;
    const first = id ?? own;
    return first === undefined ? { ...rest } : { _id: first, ...rest };
  };
  return {
    apply: (doc) => {
      Object.keys(update).forEach(refuseDollar);
      return withId(doc._id);
    },
    insert: () => withId(seedDocument(filter)._id),
  };
}

export const immutableId = () =>
  new CommandError(
    66,
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );

function pipelineUpdate(stages: Value[], { filter, scope, arrayFilters }: UpdateOptions): Update {
  if (arrayFilters !== undefined)
    throw failedToParse('arrayFilters may not be specified for pipeline-syle updates');
  const transform = compileDocumentStages(stages, scope ?? rootScope());
  const apply = (doc: Doc): Doc => {
    const result = transform(doc);
    if (result._id === undefined && doc._id !== undefined) return { _id: doc._id, ...result };
    return idFirst(result);
  };
  return { apply, insert: () => apply(seedDocument(filter)) };
}

type Step = { path: readonly string[]; modifier: Modifier; onlyOnInsert: boolean };

function modifierUpdate(update: Doc, options: UpdateOptions): Update {
  const steps: Step[] = [];
  for (const [op, fields] of Object.entries(update)) {
    if (!op.startsWith('$'))
      throw failedToParse(
        `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    const compile = UPDATE_OPERATORS[op];
    if (!compile)
      throw failedToParse(`Unknown modifier: ${op}; not supported by the embedded server`);
    if (!isDoc(fields))
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeof fields} instead: {${op}}`,
      );
    for (const [name, operand] of Object.entries(fields)) {
      const onlyOnInsert = op === '$setOnInsert';
      steps.push({ path: updatePath(name), modifier: compile(operand, name), onlyOnInsert });
      // does nothing, but no other operator may change the new name
      if (op === '$rename')
        steps.push({ path: updatePath(String(operand)), modifier: () => {}, onlyOnInsert });
    }
  }
  refuseConflicts(steps);
  // MongoDB adds new fields in the order of their names, whatever the order in the update
  steps.sort((a, b) => comparePaths(a.path, b.path));
  const identifiers = readArrayFilters(
    options.arrayFilters,
    steps.map(({ path }) => path),
  );
  const run = (doc: Doc, inserting: boolean): Doc => {
    const now = options.scope?.vars.NOW;
    const date = now instanceof Date ? now : new Date();
    const context = { filter: options.filter, identifiers };
    const wanted = inserting ? steps : steps.filter(({ onlyOnInsert }) => !onlyOnInsert);
    if (!inserting) for (const { path } of wanted) refuseDollar(path[0]);
    for (const { path, modifier } of concreteSteps(doc, wanted, context)) modifier(doc, path, date);
    return doc;
  };
  return {
    apply: (doc) => run(doc, false),
    insert: () => idFirst(run(seedDocument(options.filter), true)),
  };
}

/**
 * The steps with their positions in this document. All positions are found before the first change, because a later one
 * may depend on a field that an earlier step changes.
 */
function concreteSteps(doc: Doc, steps: Step[], context: PathContext): Step[] {
  if (steps.every(({ path }) => !isPositional(path))) return steps;
  const concrete = steps.flatMap((step) =>
    concretePaths(doc, step.path, context).map((path) => ({ ...step, path })),
  );
  refuseConflicts(concrete);
  return concrete.sort((a, b) => comparePaths(a.path, b.path));
}

function updatePath(name: string): string[] {
  const parts = name.split('.');
  if (parts.includes('')) {
    throw new CommandError(
      56,
      `The update path '${name}' contains an empty field name, which is not allowed.`,
    );
  }
  if (isPositional(parts.slice(0, 1))) {
    throw badValue(
      `Cannot have positional (i.e. '$') element in the first position in path '${name}'`,
    );
  }
  return parts;
}

/** An update gives a stored document no such field; an upsert that inserts may, because inserts do. */
function refuseDollar(name = ''): void {
  if (name.startsWith('$')) throw dollarField(name);
}

/** Throws if two operators change the same field, or a field and one inside it. */
function refuseConflicts(steps: readonly Step[]): void {
  const names = new Set<string>();
  const parents = new Set<string>();
  for (const { path } of steps) {
    const name = path.join('.');
    const above = path.slice(1).map((_, i) => path.slice(0, i + 1).join('.'));
    if (names.has(name) || parents.has(name) || above.some((parent) => names.has(parent))) {
      throw new CommandError(
        40,
        `Updating the path '${name}' would create a conflict at '${name}'`,
      );
    }
    names.add(name);
    for (const parent of above) parents.add(parent);
  }
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x === y) continue;
    if (isIndex(x) && isIndex(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

const idFirst = (doc: Doc): Doc => {
  if (doc._id === undefined || Object.keys(doc)[0] === '_id') return doc;
  const { _id, ...rest } = doc;
  return { _id, ...rest };
};

/** The fields an upsert takes over from the filter: those it compares for equality. */
function seedDocument(filter: Doc): Doc {
  const doc: Doc = {};
  // of a copy: the values go into the document and may be changed there
  for (const [name, value] of equalities(decode(encode(filter)))) {
    const slot = locate(doc, name.split('.'), true);
    if (!slot) continue;
    if (read(slot) !== undefined) {
      throw new CommandError(
        54,
        `cannot infer query fields to set, path '${name}' is matched twice`,
      );
    }
    write(slot, value);
  }
  return idFirst(doc);
}

function* equalities(filter: Doc): Generator<[string, Value]> {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' || (name === '$or' && isArray(operand) && operand.length === 1)) {
      if (isArray(operand))
        for (const clause of operand) if (isDoc(clause)) yield* equalities(clause);
    } else if (!name.startsWith('$')) {
      const value = equalityOf(operand);
      if (value !== undefined) yield [name, value];
    }
  }
}

function equalityOf(operand: Value): Value {
  if (!isOperatorDoc(operand)) return isRegex(operand) ? undefined : operand;
  if (operand.$eq !== undefined) return operand.$eq;
  for (const list of [operand.$in, operand.$all]) {
    if (isArray(list) && list.length === 1 && !isRegex(list[0]) && !isOperatorDoc(list[0]))
      return list[0];
  }
  return undefined;
}
