import { compareValues } from '../bson/compare.js';
import { isTruthy } from '../bson/numbers.js';
import { isArray, isDoc, isNullish, type Value } from '../bson/types.js';
import {
  binary,
  type Compiler,
  docOperand,
  type Expr,
  location,
  namedArguments,
  type OperatorTable,
  unary,
} from './helpers.js';

/** Comparison in expressions distinguishes a missing field from null: missing comes first. */
function compareForExpression(a: Value, b: Value): number {
  if (a === undefined || b === undefined) {
    return Number(a !== undefined) - Number(b !== undefined);
  }
  return compareValues(a, b);
}

const comparison = (name: string, accepts: (order: number) => boolean) =>
  binary(name, (a, b) => accepts(compareForExpression(a, b)));

const compileList = (operand: Value, compiler: Compiler): Expr[] =>
  (isArray(operand) ? operand : [operand]).map((part) => compiler.compile(part));

export const logicOperators: OperatorTable = {
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $cmp: binary('$cmp', (a, b) => Math.sign(compareForExpression(a, b))),
  $not: unary('$not', (value) => !isTruthy(value)),
  $and: (operand, compiler) => {
    const parts = compileList(operand, compiler);
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (operand, compiler) => {
    const parts = compileList(operand, compiler);
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $cond: (operand, compiler) => {
    if (isArray(operand) && operand.length !== 3) {
      throw location(
        16020,
        `Expression $cond takes exactly 3 arguments. ${operand.length} were passed in.`,
      );
    }
    const names = ['if', 'then', 'else'] as const;
    const spec = isArray(operand)
      ? Object.fromEntries(names.map((name, i) => [name, operand[i]]))
      : operand;
    const args = namedArguments('$cond', spec, compiler, names);
    return (scope) => (isTruthy(args.if(scope)) ? args.then(scope) : args.else(scope));
  },
  $ifNull: (operand, compiler) => {
    if (!isArray(operand) || operand.length < 2) {
      throw location(1257300, '$ifNull needs at least two arguments');
    }
    const parts = compileList(operand, compiler);
    return (scope) => {
      let value: Value;
      for (const part of parts) {
        value = part(scope);
        if (!isNullish(value)) break;
      }
      return value;
    };
  },
  $switch: (operand, compiler) => {
    const spec = docOperand('$switch', operand);
    for (const name of Object.keys(spec)) {
      if (name !== 'branches' && name !== 'default') {
        throw location(40067, `$switch found an unknown argument: ${name}`);
      }
    }
    if (!isArray(spec.branches) || spec.branches.length === 0) {
      throw location(40068, '$switch requires at least one branch.');
    }
    const branches = spec.branches.map((branch) =>
      namedArguments('$switch', branch, compiler, ['case', 'then']),
    );
    const fallback = 'default' in spec ? compiler.compile(spec.default) : undefined;
    return (scope) => {
      const branch = branches.find((one) => isTruthy(one.case(scope)));
      if (branch) return branch.then(scope);
      if (fallback) return fallback(scope);
      throw location(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    };
  },
  $literal: (operand) => () => operand,
  $let: (operand, compiler) => {
    const spec = docOperand('$let', operand);
    if (!isDoc(spec.vars) || !('in' in spec)) {
      throw location(16876, "$let needs the parameters 'vars' and 'in'");
    }
    const vars = Object.entries(spec.vars).map(([name, value]) => {
      requireVariableName(name);
      return { name, value: compiler.compile(value) };
    });
    const body = compiler.withVariables(vars.map(({ name }) => name)).compile(spec.in);
    return (scope) => {
      const values = Object.fromEntries(vars.map(({ name, value }) => [name, value(scope)]));
      return body({ root: scope.root, vars: { ...scope.vars, ...values } });
    };
  },
};

export function requireVariableName(name: string): void {
  if (/^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name) || name === 'CURRENT') return;
  throw location(16867, `'${name}' starts with an invalid character for a user variable name`);
}
