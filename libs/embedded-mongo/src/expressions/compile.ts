import { expressionPath, splitPath } from '../bson/paths.js';
import { type Doc, isArray, isDoc, setField, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';
import { arithmeticOperators } from './arithmetic.js';
import { arrayOperators } from './arrays.js';
import { conversionOperators } from './convert.js';
import { dateOperators } from './dates.js';
import type { Compiler, Expr, Scope } from './helpers.js';
import { logicOperators } from './logic.js';
import { objectOperators } from './objects.js';
import { setOperators } from './sets.js';
import { stringOperators } from './strings.js';

export type { Expr, Scope } from './helpers.js';

const OPERATORS = new Map(
  Object.entries({
    ...arithmeticOperators,
    ...arrayOperators,
    ...conversionOperators,
    ...dateOperators,
    ...logicOperators,
    ...objectOperators,
    ...setOperators,
    ...stringOperators,
  }),
);

export const EXPRESSION_OPERATORS: readonly string[] = [...OPERATORS.keys()].sort();

const SYSTEM_VARIABLES = new Set(['ROOT', 'CURRENT', 'NOW', 'REMOVE']);

/** A scope without a document. `$$NOW` is fixed here, so it is the same throughout a command. */
export const rootScope = (variables: Doc = {}): Scope => ({
  root: undefined,
  vars: { NOW: new Date(), ...variables },
});

/** Compiles an aggregation expression once; it may refer to the variables in the scope. */
export function compileExpression(expression: Value, { vars }: Scope): Expr {
  return compilerFor(new Set(Object.keys(vars))).compile(expression);
}

/** The same as a function of documents. */
export function compileForDocuments(expression: Value, scope: Scope): (doc: Value) => Value {
  const evaluate = compileExpression(expression, scope);
  return (root) => evaluate({ root, vars: scope.vars });
}

function compilerFor(names: ReadonlySet<string>): Compiler {
  const compiler: Compiler = {
    compile: (expression) => compileValue(expression, names, compiler),
    withVariables: (more) => compilerFor(new Set([...names, ...more])),
  };
  return compiler;
}

function compileValue(expression: Value, names: ReadonlySet<string>, compiler: Compiler): Expr {
  if (typeof expression === 'string' && expression.startsWith('$')) {
    if (expression.startsWith('$$')) return compileVariable(expression, names);
    const path = pathOf(expression.slice(1));
    return (scope) => expressionPath(scope.root, path);
  }
  if (isArray(expression)) {
    const items = expression.map((item) => compiler.compile(item));
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDoc(expression)) return () => expression;
  const keys = Object.keys(expression);
  const [first = ''] = keys;
  if (!first.startsWith('$')) return compileObject(expression, compiler);
  if (keys.length !== 1) {
    throw new CommandError(
      15983,
      `An object representing an expression must have exactly one field: { ${keys.join(', ')} }`,
    );
  }
  const operator = OPERATORS.get(first);
  if (!operator) {
    throw new CommandError(
      168,
      `Unrecognized expression '${first}': not supported by the embedded server`,
    );
  }
  return operator(expression[first], compiler);
}

function compileVariable(text: string, names: ReadonlySet<string>): Expr {
  const [name = '', ...rest] = pathOf(text.slice(2));
  if (!SYSTEM_VARIABLES.has(name) && !names.has(name)) {
    throw new CommandError(17276, `Use of undefined variable: ${name}`);
  }
  if (name === 'ROOT' || name === 'CURRENT') return (scope) => expressionPath(scope.root, rest);
  if (name === 'REMOVE') return () => undefined;
  return (scope) => expressionPath(scope.vars[name], rest);
}

function pathOf(text: string) {
  const path = splitPath(text);
  if (text === '') throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  if (path.some((part) => part === '')) {
    throw new CommandError(15998, 'FieldPath field names may not be empty strings.');
  }
  if (path.some((part) => part.startsWith('$'))) {
    throw new CommandError(16410, `FieldPath field names may not start with '$'.`);
  }
  return path;
}

function compileObject(expression: Doc, compiler: Compiler): Expr {
  const fields = Object.keys(expression).map((name) => {
    if (name.startsWith('$')) {
      throw new CommandError(16410, `FieldPath field names may not start with '$': ${name}`);
    }
    return { name, value: compiler.compile(expression[name]) };
  });
  return (scope) => {
    const doc: Doc = {};
    for (const { name, value } of fields) {
      const result = value(scope);
      if (result !== undefined) setField(doc, name, result);
    }
    return doc;
  };
}
