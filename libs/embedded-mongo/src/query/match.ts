import type { CompareTexts } from '../bson/collation.js';
import { isTruthy } from '../bson/numbers.js';
import { someAtPath, splitPath } from '../bson/paths.js';
import { type Doc, entryOf, getField, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { compileForDocuments, rootScope, type Scope } from '../expressions/compile.js';
import { type BitsOperator, bitsTest } from './bits.js';
import { DBREF_FIELDS, isOperatorDoc } from './operator-doc.js';
import {
  type Comparison,
  comparisonTest,
  equalityTest,
  membershipTest,
  modTest,
  regexTest,
  sizeTest,
  type Test,
  typeTest,
} from './operators.js';
import { isRegex } from './regex.js';
import { compileTextSearch } from './text-search.js';

export type Matcher = (doc: Doc) => boolean;

interface MatchOptions {
  /** Variables that `$expr` may use (`let` of the command or of `$lookup`). */
  scope?: Scope | undefined;
  /** Fields of the collection's text index; without one `$text` is an error. */
  textFields?: readonly string[] | undefined;
  /** Compares strings by a collation, for order and for equality. */
  texts?: CompareTexts | undefined;
}

/** Whether a value at the place of a condition passes a test; `expand`: or an element of an array there. */
type Somewhere = (test: Test, expand: boolean) => boolean;
/** What operators ask of a field, or of an array element. */
type Condition = (some: Somewhere) => boolean;

const positive =
  (test: Test, expand = true): Condition =>
  (some) =>
    some(test, expand);
const not =
  (condition: Condition): Condition =>
  (some) =>
    !condition(some);
const all =
  (conditions: readonly Condition[]): Condition =>
  (some) =>
    conditions.every((condition) => condition(some));

/** Compiles a filter into a test of documents; throws for an unknown operator. */
export function compileMatch(filter: Doc, options: MatchOptions = {}): Matcher {
  const matchers = Object.entries(filter).map(([key, operand]) =>
    key.startsWith('$') && !DBREF_FIELDS.has(key)
      ? compileTopLevel(key, operand, options)
      : compileField(key, operand, options),
  );
  const [only] = matchers;
  return only && matchers.length === 1 ? only : (doc) => matchers.every((matches) => matches(doc));
}

function compileTopLevel(key: string, operand: Value, options: MatchOptions): Matcher {
  switch (key) {
    case '$and':
    case '$or':
    case '$nor': {
      const parts = clauses(key, operand).map((clause) => compileMatch(clause, options));
      if (key === '$and') return (doc) => parts.every((matches) => matches(doc));
      if (key === '$or') return (doc) => parts.some((matches) => matches(doc));
      return (doc) => !parts.some((matches) => matches(doc));
    }
    case '$expr': {
      if (options.texts) throw notSupported('$expr with a collation');
      const evaluate = compileForDocuments(operand, options.scope ?? rootScope());
      return (doc) => isTruthy(evaluate(doc));
    }
    case '$text':
      if (!options.textFields) throw new CommandError(27, 'text index required for $text query');
      return compileTextSearch(operand, options.textFields);
    case '$comment':
      return () => true;
    default:
      throw badValue(`unknown top level operator: ${key}; not supported by the embedded server`);
  }
}

export function clauses(key: string, operand: Value): Doc[] {
  if (!isArray(operand)) throw badValue(`${key} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((clause) => {
    if (!isDoc(clause)) throw badValue('$or/$and/$nor entries need to be full objects');
    return clause;
  });
}

function compileField(name: string, operand: Value, options: MatchOptions): Matcher {
  const path = splitPath(name);
  const condition = fieldCondition(operand, options);
  if (path.length === 1)
    return (doc) => {
      const value = getField(doc, name);
      return condition((test, expand) => passes(value, test, expand));
    };
  return (doc) =>
    condition((test, expand) => someAtPath(doc, path, 0, (value) => passes(value, test, expand)));
}

const passes = (value: Value, test: Test, expand: boolean): boolean =>
  test(value) || (expand && isArray(value) && value.some(test));

function fieldCondition(operand: Value, options: MatchOptions): Condition {
  if (!isOperatorDoc(operand)) return positive(equalityTest(operand, options.texts));
  const conditions = Object.keys(operand).map((op) => {
    const compile = entryOf(OPERATORS, op);
    if (!compile) throw badValue(`unknown operator: ${op}; not supported by the embedded server`);
    return compile(operand[op], options, operand);
  });
  const [only] = conditions;
  return only && conditions.length === 1 ? only : all(conditions);
}

/** Compiles the operand of an operator, given the operators beside it. */
type OperatorCompiler = (value: Value, options: MatchOptions, siblings: Doc) => Condition;

const comparison =
  (op: Comparison): OperatorCompiler =>
  (value, { texts }) =>
    positive(comparisonTest(op, value, texts));
const bits =
  (op: BitsOperator): OperatorCompiler =>
  (value) =>
    positive(bitsTest(op, value));

const OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $eq: (value, options) => positive(literalEquality(value, options)),
  $ne: (value, { texts }) => {
    if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
    return not(positive(equalityTest(value, texts)));
  },
  $gt: comparison('$gt'),
  $gte: comparison('$gte'),
  $lt: comparison('$lt'),
  $lte: comparison('$lte'),
  $in: (value, { texts }) => positive(membershipTest('$in', value, texts)),
  $nin: (value, { texts }) => not(positive(membershipTest('$nin', value, texts))),
  $exists: (value) => {
    const exists = positive((v) => v !== undefined, false);
    return isTruthy(value) ? exists : not(exists);
  },
  $type: (value) => positive(typeTest(value)),
  $regex: (_, _options, siblings) => positive(regexTest(siblings)),
  $options: (_, _options, siblings) => {
    if (siblings.$regex === undefined) throw badValue('$options needs a $regex');
    return () => true;
  },
  $mod: (value) => positive(modTest(value)),
  $size: (value) => positive(sizeTest(value), false),
  $bitsAllSet: bits('$bitsAllSet'),
  $bitsAnySet: bits('$bitsAnySet'),
  $bitsAllClear: bits('$bitsAllClear'),
  $bitsAnyClear: bits('$bitsAnyClear'),
  $not: (value, options) => {
    if (!isRegex(value) && !isOperatorDoc(value))
      throw badValue('$not needs a regex or a document');
    return not(fieldCondition(value, options));
  },
  $all: allCondition,
  $elemMatch: (value, options) => positive(elemMatchTest(value, options), false),
};

/** `$eq` with a regular expression compares the expression itself instead of applying it. */
function literalEquality(value: Value, { texts }: MatchOptions): Test {
  if (!isRegex(value)) return equalityTest(value, texts);
  return (v) => isRegex(v) && v.pattern === value.pattern && v.options === value.options;
}

function allCondition(value: Value, options: MatchOptions): Condition {
  if (!isArray(value)) throw badValue('$all needs an array');
  if (value.length === 0) return () => false;
  return all(
    value.map((item) => {
      if (!isOperatorDoc(item)) return positive(equalityTest(item, options.texts));
      if (Object.keys(item)[0] !== '$elemMatch') throw badValue('no $ expressions in $all');
      return positive(elemMatchTest(item.$elemMatch, options), false);
    }),
  );
}

/** Keys that may begin a condition on a document in an array, although they begin with `$`. */
const ON_DOCUMENT = new Set(['$and', '$or', '$nor', '$expr', ...DBREF_FIELDS]);

function elemMatchTest(value: Value, options: MatchOptions): Test {
  if (!isDoc(value)) throw badValue('$elemMatch needs an Object');
  const test = compileElementMatch(value, options);
  return (v) => isArray(v) && v.some(test);
}

/** Compiles a condition of `$elemMatch`, `$pull` or `arrayFilters`, which applies to a single array element. */
export function compileElementMatch(condition: Value, options: MatchOptions = {}): Test {
  if (isOperatorDoc(condition) && !ON_DOCUMENT.has(Object.keys(condition)[0] ?? '')) {
    const holds = fieldCondition(condition, options);
    // the elements of an array that is itself an element are not tested
    return (element) => holds((test) => test(element));
  }
  if (!isDoc(condition)) return equalityTest(condition);
  const matches = compileMatch(condition, options);
  return (item) => isDoc(item) && matches(item);
}
