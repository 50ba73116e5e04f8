import { type Doc, isArray, isDoc, isNumeric, typeName, type Value } from '../bson/types.js';
import { CommandError } from '../errors.js';

/** The current document and the variables (`$$name`, including NOW and REMOVE) of an expression. */
export interface Scope {
  root: Value;
  vars: Readonly<Record<string, Value>>;
}

export type Expr = (scope: Scope) => Value;

/** Compiles sub-expressions; knows the variables in scope, so that an undefined one fails at compile time. */
export interface Compiler {
  compile(expression: Value): Expr;
  withVariables(names: readonly string[]): Compiler;
}

export type OperatorCompiler = (operand: Value, compiler: Compiler) => Expr;
export type OperatorTable = Readonly<Record<string, OperatorCompiler>>;

export const location = (code: number, message: string) => new CommandError(code, message);

/** An operator with positional arguments; a single argument needs no array. */
export function positional(
  name: string,
  min: number,
  max: number,
  evaluate: (...args: Value[]) => Value,
): OperatorCompiler {
  return (operand, compiler) => {
    const list = isArray(operand) ? operand : [operand];
    if (list.length < min || list.length > max) {
      const wanted = min === max ? `exactly ${min}` : `between ${min} and ${max}`;
      throw location(
        16020,
        `Expression ${name} takes ${wanted} arguments. ${list.length} were passed in.`,
      );
    }
    const args = list.map((arg) => compiler.compile(arg));
    const [a, b] = args;
    if (args.length === 1 && a) return (scope) => evaluate(a(scope));
    if (args.length === 2 && a && b) return (scope) => evaluate(a(scope), b(scope));
    return (scope) => evaluate(...args.map((arg) => arg(scope)));
  };
}

export const unary = (name: string, evaluate: (value: Value) => Value) =>
  positional(name, 1, 1, evaluate);
export const binary = (name: string, evaluate: (a: Value, b: Value) => Value) =>
  positional(name, 2, 2, evaluate);
export const variadic = (name: string, evaluate: (...args: Value[]) => Value) =>
  positional(name, 0, Number.MAX_SAFE_INTEGER, evaluate);

type NamedArguments = { get(name: string, scope: Scope): Value; has(name: string): boolean };

/** Arguments given as a document; an argument outside `allowed` or a missing `required` one is refused. */
export function namedArguments(
  operator: string,
  operand: Value,
  compiler: Compiler,
  required: readonly string[],
  optional: readonly string[] = [],
): NamedArguments {
  if (!isDoc(operand)) throw location(28646, `${operator} only supports an object as its argument`);
  const compiled = new Map<string, Expr>();
  for (const name of Object.keys(operand)) {
    if (!required.includes(name) && !optional.includes(name)) {
      throw location(28647, `Unrecognized parameter to ${operator}: ${name}`);
    }
    compiled.set(name, compiler.compile(operand[name]));
  }
  for (const name of required) {
    if (!compiled.has(name)) throw location(28648, `Missing '${name}' parameter to ${operator}`);
  }
  return {
    get: (name, scope) => compiled.get(name)?.(scope),
    has: (name) => compiled.has(name),
  };
}

export function docOperand(operator: string, operand: Value): Doc {
  if (!isDoc(operand)) throw location(28646, `${operator} only supports an object as its argument`);
  return operand;
}

export function requireNumber(operator: string, value: Value) {
  if (!isNumeric(value)) {
    throw location(28765, `${operator} only supports numeric types, not ${typeName(value)}`);
  }
  return value;
}

export function requireString(operator: string, value: Value, code = 16702): string {
  if (typeof value !== 'string') {
    throw location(code, `${operator} requires a string argument, found: ${typeName(value)}`);
  }
  return value;
}

export function requireArray(operator: string, value: Value, code = 17124): Value[] {
  if (!isArray(value)) {
    throw location(
      code,
      `The argument to ${operator} must be an array, but was of type: ${typeName(value)}`,
    );
  }
  return value;
}
