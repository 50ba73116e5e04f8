import { compareValues, equalValues } from '../bson/compare.js';
import { isIntegral, isTruthy, makeDouble, toNumber } from '../bson/numbers.js';
import { isArray, isNullish, isNumeric, typeName, type Value } from '../bson/types.js';
import { average, standardDeviation, sum } from './arithmetic-folds.js';
import {
  binary,
  docOperand,
  location,
  MANY,
  named,
  namedArguments,
  nullable,
  type OperatorCompiler,
  type OperatorTable,
  positional,
  requireArray,
  requireString,
  unary,
  variadic,
} from './helpers.js';
import { compileElementOrder } from './sort-order.js';

function integer(operator: string, value: Value): number {
  if (!isNumeric(value) || !isIntegral(value)) {
    throw location(28690, `${operator} requires an integral argument, found: ${typeName(value)}`);
  }
  return toNumber(value);
}

/** The first elements, or with a negative number the last; with `count`, so many from a position. */
export function slice(list: readonly Value[], first: number, count?: number): Value[] {
  if (count === undefined) return first < 0 ? list.slice(first) : list.slice(0, first);
  if (count <= 0) throw location(28729, `Third argument to $slice must be positive: ${count}`);
  const from = first < 0 ? Math.max(0, list.length + first) : first;
  return list.slice(from, from + count);
}

/** `$map` and `$filter`: evaluates an expression for each element of an array, bound to a variable. */
function eachElement(
  operator: string,
  bodyName: string,
  combine: (items: Value[], results: Value[], limit: number) => Value,
): OperatorCompiler {
  return (operand, compiler) => {
    const spec = docOperand(operator, operand);
    const allowed = ['input', 'as', bodyName, ...(operator === '$filter' ? ['limit'] : [])];
    for (const name of Object.keys(spec)) {
      if (!allowed.includes(name))
        throw location(16879, `Unrecognized parameter to ${operator}: ${name}`);
    }
    if (!('input' in spec) || !(bodyName in spec)) {
      throw location(16880, `Missing 'input' or '${bodyName}' parameter to ${operator}`);
    }
    const as = spec.as === undefined ? 'this' : requireString(operator, spec.as, 16866);
    const input = compiler.compile(spec.input);
    const limit = compiler.compile(spec.limit ?? null);
    const body = compiler.withVariables([as]).compile(spec[bodyName]);
    return (scope) => {
      const list = input(scope);
      if (isNullish(list)) return null;
      const items = requireArray(operator, list, 16883);
      const most = limit(scope);
      const results = items.map((item) =>
        body({ root: scope.root, vars: { ...scope.vars, [as]: item } }),
      );
      return combine(items, results, isNullish(most) ? items.length : integer(operator, most));
    };
  };
}

const reduce: OperatorCompiler = (operand, compiler) => {
  const { in: step, ...spec } = docOperand('$reduce', operand);
  const outer = namedArguments('$reduce', spec, compiler, ['input', 'initialValue']);
  const body = compiler.withVariables(['value', 'this']).compile(step);
  return (scope) => {
    const list = outer.input(scope);
    if (isNullish(list)) return null;
    return requireArray('$reduce', list, 40080).reduce(
      (value, item) => body({ root: scope.root, vars: { ...scope.vars, value, this: item } }),
      outer.initialValue(scope),
    );
  };
};

const edge = (name: string, at: number): OperatorCompiler =>
  nullable(name, 1, 1, (value) => requireArray(name, value, 28689).at(at));

const present = (items: readonly Value[]) => items.filter((item) => !isNullish(item));

export type Selector = (items: readonly Value[], n: number) => Value[];

/** How some elements of a list are selected, here and in accumulators. */
export const SELECTORS = {
  $firstN: (items, n) => items.slice(0, n),
  $lastN: (items, n) => items.slice(-n),
  $minN: (items, n) => present(items).sort(compareValues).slice(0, n),
  $maxN: (items, n) =>
    present(items)
      .sort((a, b) => compareValues(b, a))
      .slice(0, n),
} satisfies Record<string, Selector>;

const several = (name: keyof typeof SELECTORS): OperatorCompiler =>
  named(name, ['n', 'input'], [], (args) => {
    const n = integer(name, args.n);
    if (n <= 0) throw location(5787908, `'n' must be greater than 0, found ${n}`);
    return SELECTORS[name](requireArray(name, args.input, 5788200), n);
  });

const sortArray: OperatorCompiler = (operand, compiler) => {
  const spec = docOperand('$sortArray', operand);
  const input = compiler.compile(spec.input);
  const order = compileElementOrder(spec.sortBy);
  return (scope) => {
    const list = input(scope);
    return isNullish(list) ? null : [...requireArray('$sortArray', list, 2942504)].sort(order);
  };
};

const zip = named('$zip', ['inputs'], ['useLongestLength', 'defaults'], (args) => {
  if (isNullish(args.inputs)) return null;
  const lists = requireArray('$zip', args.inputs, 34461);
  if (lists.some(isNullish)) return null;
  const arrays = lists.map((list) => requireArray('$zip', list, 34468));
  const lengths = arrays.map((list) => list.length);
  const length = Math[isTruthy(args.useLongestLength) ? 'max' : 'min'](...lengths);
  const filler = isArray(args.defaults) ? args.defaults : [];
  return Array.from({ length }, (_, i) =>
    arrays.map((list, j) => (i < list.length ? list[i] : (filler[j] ?? null))),
  );
});

function range(start: Value, end: Value, step: Value = 1): Value {
  const [from = 0, to = 0, by = 0] = [start, end, step].map((n) => integer('$range', n));
  if (by === 0) throw location(34449, '$range requires a non-zero step value');
  const items: number[] = [];
  for (let i = from; by > 0 ? i < to : i > to; i += by) items.push(i);
  return items;
}

/** `$sum`, `$avg`, `$min`, `$max` as expressions: over the arguments, or the elements of a single array. */
const fold =
  (name: string, combine: (values: Value[]) => Value): OperatorCompiler =>
  (operand, compiler) => {
    if (isArray(operand)) return variadic(name, (...values) => combine(values))(operand, compiler);
    const value = compiler.compile(operand);
    return (scope) => {
      const result = value(scope);
      return combine(isArray(result) ? result : [result]);
    };
  };

export const arrayOperators: OperatorTable = {
  $size: unary('$size', (value) => requireArray('$size', value).length),
  $in: binary('$in', (value, list) =>
    requireArray('$in', list, 40081).some((item) => equalValues(item, value ?? null)),
  ),
  $isArray: unary('$isArray', isArray),
  $arrayElemAt: nullable('$arrayElemAt', 2, 2, (list, at) =>
    requireArray('$arrayElemAt', list, 28689).at(integer('$arrayElemAt', at)),
  ),
  $first: edge('$first', 0),
  $last: edge('$last', -1),
  $slice: nullable('$slice', 2, 3, (list, ...args) => {
    const [first = 0, count] = args.map((one) => integer('$slice', one));
    return slice(requireArray('$slice', list, 28724), first, count);
  }),
  $concatArrays: nullable('$concatArrays', 0, MANY, (...lists) =>
    lists.flatMap((list) => requireArray('$concatArrays', list, 28664)),
  ),
  $reverseArray: nullable('$reverseArray', 1, 1, (list) =>
    requireArray('$reverseArray', list, 34435).toReversed(),
  ),
  $map: eachElement('$map', 'in', (_items, results) => results.map((result) => result ?? null)),
  $filter: eachElement('$filter', 'cond', (items, results, limit) =>
    items.filter((_, i) => isTruthy(results[i])).slice(0, limit),
  ),
  $reduce: reduce,
  $range: positional('$range', 2, 3, range),
  $zip: zip,
  $sortArray: sortArray,
  $indexOfArray: positional('$indexOfArray', 2, 4, (list, value, start = 0, end) => {
    if (isNullish(list)) return null;
    const items = requireArray('$indexOfArray', list, 40090);
    const to = end === undefined ? items.length : integer('$indexOfArray', end);
    for (let i = integer('$indexOfArray', start); i < Math.min(to, items.length); i++) {
      if (equalValues(items[i], value)) return i;
    }
    return -1;
  }),
  $firstN: several('$firstN'),
  $lastN: several('$lastN'),
  $minN: several('$minN'),
  $maxN: several('$maxN'),
  $sum: fold('$sum', sum),
  $avg: fold('$avg', average),
  $min: fold('$min', (values) => present(values).sort(compareValues)[0] ?? null),
  $max: fold('$max', (values) => present(values).sort(compareValues).at(-1) ?? null),
  $stdDevPop: fold('$stdDevPop', (values) => standardDeviation(values, false)),
  $stdDevSamp: fold('$stdDevSamp', (values) => standardDeviation(values, true)),
  $rand: () => () => makeDouble(Math.random()),
  $isNumber: unary('$isNumber', isNumeric),
};
