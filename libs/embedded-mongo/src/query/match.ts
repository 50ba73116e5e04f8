import type { CompareTexts } from '../bson/collation.js';
import { isTruthy } from '../bson/numbers.js';
import { type Path, someAtPath, splitPath } from '../bson/paths.js';
import { type Doc, getField, isArray, isDoc, type Value } from '../bson/types.js';
import { badValue, CommandError, notSupported } from '../errors.js';
import { compileExpression, rootScope, type Scope } from '../expressions/compile.js';
import { bitsTest } from './bits.js';
import { DBREF_FIELDS, isOperatorDoc } from './operator-doc.js';
import {
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

/** One operator on a field. `expand`: tests an array and also its elements. */
type Condition =
  | { kind: 'test'; test: Test; expand: boolean; negate: boolean }
  | { kind: 'not'; conditions: Condition[] };

const positive = (test: Test, expand = true): Condition => ({
  kind: 'test',
  test,
  expand,
  negate: false,
});
const negative = (test: Test): Condition => ({ kind: 'test', test, expand: true, negate: true });

/** Compiles a filter into a test of documents; throws for an unknown operator. */
export function compileMatch(filter: Doc, options: MatchOptions = {}): Matcher {
  const matchers: Matcher[] = [];
  for (const key of Object.keys(filter)) {
    const matcher =
      key.startsWith('$') && !DBREF_FIELDS.has(key)
        ? compileTopLevel(key, filter[key], options)
        : compileField(key, filter[key], options);
    if (matcher) matchers.push(matcher);
  }
  if (matchers.length === 1 && matchers[0]) return matchers[0];
  return (doc) => {
    for (const matches of matchers) if (!matches(doc)) return false;
    return true;
  };
}

function compileTopLevel(key: string, operand: Value, options: MatchOptions): Matcher | undefined {
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
      const scope = options.scope ?? rootScope();
      const evaluate = compileExpression(operand, new Set(Object.keys(scope.vars)));
      return (doc) => isTruthy(evaluate({ root: doc, vars: scope.vars }));
    }
    case '$text':
      if (!options.textFields) throw new CommandError(27, 'text index required for $text query');
      return compileTextSearch(operand, options.textFields);
    case '$comment':
      return undefined;
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
  const conditions = fieldConditions(operand, options);
  const [only] = conditions;
  if (path.length === 1 && conditions.length === 1 && only?.kind === 'test') {
    const { test, expand, negate } = only;
    return (doc) => testValue(getField(doc, name), test, expand) !== negate;
  }
  return (doc) => conditions.every((condition) => holdsAtPath(doc, path, condition));
}

const testValue = (value: Value, test: Test, expand: boolean): boolean =>
  test(value) || (expand && isArray(value) && value.some(test));

function holdsAtPath(doc: Doc, path: Path, condition: Condition): boolean {
  if (condition.kind === 'not') {
    return !condition.conditions.every((inner) => holdsAtPath(doc, path, inner));
  }
  const { test, expand, negate } = condition;
  return someAtPath(doc, path, 0, (value) => testValue(value, test, expand)) !== negate;
}

/** Tests a condition on one array element, without expanding arrays any further. */
function holdsForElement(element: Value, condition: Condition): boolean {
  if (condition.kind === 'not') {
    return !condition.conditions.every((inner) => holdsForElement(element, inner));
  }
  return condition.test(element) !== condition.negate;
}

function fieldConditions(operand: Value, options: MatchOptions): Condition[] {
  if (!isOperatorDoc(operand)) return [positive(equalityTest(operand, options.texts))];
  const conditions: Condition[] = [];
  for (const op of Object.keys(operand)) {
    const condition = operatorCondition(op, operand[op], operand, options);
    if (condition) conditions.push(...condition);
  }
  return conditions;
}

function operatorCondition(
  op: string,
  value: Value,
  siblings: Doc,
  options: MatchOptions,
): Condition[] | undefined {
  switch (op) {
    case '$eq':
      return [positive(literalEquality(value, options))];
    case '$ne':
      if (isRegex(value)) throw badValue("Can't have regex as arg to $ne.");
      return [negative(equalityTest(value, options.texts))];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [positive(comparisonTest(op, value, options.texts))];
    case '$in':
      return [positive(membershipTest(op, value, options.texts))];
    case '$nin':
      return [negative(membershipTest(op, value, options.texts))];
    case '$exists':
      return [
        { kind: 'test', test: (v) => v !== undefined, expand: false, negate: !isTruthy(value) },
      ];
    case '$type':
      return [positive(typeTest(value))];
    case '$regex':
      return [positive(regexTest(siblings))];
    case '$options':
      if (siblings.$regex === undefined) throw badValue('$options needs a $regex');
      return undefined;
    case '$mod':
      return [positive(modTest(value))];
    case '$size':
      return [positive(sizeTest(value), false)];
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
      return [positive(bitsTest(op, value))];
    case '$not':
      return [{ kind: 'not', conditions: notConditions(value, options) }];
    case '$all':
      return allConditions(value, options);
    case '$elemMatch':
      return [positive(elemMatchTest(value, options), false)];
    default:
      throw badValue(`unknown operator: ${op}; not supported by the embedded server`);
  }
}

/** `$eq` with a regular expression compares the expression itself instead of applying it. */
function literalEquality(value: Value, { texts }: MatchOptions): Test {
  if (!isRegex(value)) return equalityTest(value, texts);
  return (v) => isRegex(v) && v.pattern === value.pattern && v.options === value.options;
}

function notConditions(value: Value, options: MatchOptions): Condition[] {
  if (isRegex(value)) return [positive(equalityTest(value))];
  if (!isOperatorDoc(value)) throw badValue('$not needs a regex or a document');
  return fieldConditions(value, options);
}

function allConditions(value: Value, options: MatchOptions): Condition[] {
  if (!isArray(value)) throw badValue('$all needs an array');
  if (value.length === 0) return [positive(() => false)];
  return value.flatMap((item) => {
    if (!isOperatorDoc(item)) return [positive(equalityTest(item, options.texts))];
    if (Object.keys(item)[0] !== '$elemMatch') throw badValue('no $ expressions in $all');
    return [positive(elemMatchTest(item.$elemMatch, options), false)];
  });
}

/** Keys that may begin a condition on a document in an array, although they begin with `$`. */
const ON_DOCUMENT = new Set(['$and', '$or', '$nor', '$expr', ...DBREF_FIELDS]);

function elemMatchTest(value: Value, options: MatchOptions): Test {
  if (!isDoc(value)) throw badValue('$elemMatch needs an Object');
  if (isOperatorDoc(value) && !ON_DOCUMENT.has(Object.keys(value)[0] ?? '')) {
    const conditions = fieldConditions(value, options);
    return (v) => isArray(v) && v.some((item) => conditions.every((c) => holdsForElement(item, c)));
  }
  const matches = compileMatch(value, options);
  return (v) => isArray(v) && v.some((item) => isDoc(item) && matches(item));
}

/** Compiles a condition of `$pull` or `arrayFilters`, which applies to a single array element. */
export function compileElementMatch(condition: Value): Test {
  if (isOperatorDoc(condition) && !ON_DOCUMENT.has(Object.keys(condition)[0] ?? '')) {
    const conditions = fieldConditions(condition, {});
    return (item) => conditions.every((c) => holdsForElement(item, c));
  }
  if (isDoc(condition)) {
    const matches = compileMatch(condition);
    return (item) => isDoc(item) && matches(item);
  }
  return equalityTest(condition);
}
