import {
  type Doc,
  isArray,
  isDoc,
  isNullish,
  isNumeric,
  typeName,
  type Value,
} from '../bson/types.js';
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
    return (scope) => evaluate(...args.map((arg) => arg(scope)));
  };
}

/** The most arguments of an operator that has no such limit. */
export const MANY = Number.MAX_SAFE_INTEGER;

export const unary = (name: string, evaluate: (value: Value) => Value) =>
  positional(name, 1, 1, evaluate);
export const binary = (name: string, evaluate: (a: Value, b: Value) => Value) =>
  positional(name, 2, 2, evaluate);
export const variadic = (name: string, evaluate: (...args: Value[]) => Value) =>
  positional(name, 0, MANY, evaluate);

/** Like `positional`, but null if an argument is null or missing. */
export const nullable = (
  name: string,
  min: number,
  max: number,
  evaluate: (...args: Value[]) => Value,
): OperatorCompiler =>
  positional(name, min, max, (...args) => (args.some(isNullish) ? null : evaluate(...args)));

export type Named<R extends string, O extends string, T> = Record<R, T> & Partial<Record<O, T>>;

/** Compiles arguments given as a document; refuses a missing `required` one and one in neither list. */
export function namedArguments<R extends string, O extends string = never>(
  operator: string,
  operand: Value,
  compiler: Compiler,
  required: readonly R[],
  optional: readonly O[] = [],
): Named<R, O, Expr> {
  const spec = docOperand(operator, operand);
  const known: readonly string[] = [...required, ...optional];
  const args = Object.entries(spec).map(([name, argument]): [string, Expr] => {
    if (!known.includes(name))
      throw location(28647, `Unrecognized parameter to ${operator}: ${name}`);
    return [name, compiler.compile(argument)];
  });
  for (const name of required) {
    if (!(name in spec)) throw location(28648, `Missing '${name}' parameter to ${operator}`);
  }
  return Object.fromEntries(args) as Named<R, O, Expr>;
}

/** An operator with named arguments, all of which are evaluated. */
export function named<R extends string, O extends string = never>(
  operator: string,
  required: readonly R[],
  optional: readonly O[],
  evaluate: (args: Named<R, O, Value>) => Value,
): OperatorCompiler {
  return (operand, compiler) => {
    const args = Object.entries<Expr>(
      namedArguments(operator, operand, compiler, required, optional),
    );
    return (scope) =>
      evaluate(
        Object.fromEntries(args.map(([name, value]) => [name, value(scope)])) as Named<R, O, Value>,
      );
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
