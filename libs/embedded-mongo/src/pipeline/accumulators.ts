import { compareValues } from '../bson/compare.js';
import { heapSize } from '../bson/heap-size.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { arithmetic, toNumber } from '../bson/numbers.js';
import {
  type Doc,
  isArray,
  isDoc,
  isNullish,
  isNumeric,
  type NumberValue,
  type Value,
} from '../bson/types.js';
import { CommandError } from '../errors.js';
import { standardDeviation } from '../expressions/arithmetic-folds.js';
import { compileExpression, type Expr, type Scope } from '../expressions/compile.js';
import { mergeObjects } from '../expressions/objects.js';
import { compileSortComparator } from '../expressions/sort-order.js';
import type { Memory } from '../query/memory.js';

/** Accumulates the values of one group; call `result` only once. */
interface Accumulator {
  add(scope: Scope): void;
  result(): Value;
}
/** The accumulator counts the bytes it keeps in `memory`. */
type AccumulatorFactory = (memory: Memory) => Accumulator;

const folding =
  <T>(
    start: () => T,
    step: (state: T, value: Value, memory: Memory) => T,
    finish: (state: T) => Value,
  ) =>
  (evaluate: Expr): AccumulatorFactory =>
  (memory) => {
    let state = start();
    return {
      add: (scope) => {
        state = step(state, evaluate(scope), memory);
      },
      result: () => finish(state),
    };
  };

/** Replaces a kept value by another and adjusts `memory`. */
function instead(old: Value, value: Value, memory: Memory): Value {
  memory.add(heapSize(value) - heapSize(old));
  return value;
}

const extreme = (sign: 1 | -1) =>
  folding<Value>(
    () => undefined,
    (best, value, memory) => {
      if (isNullish(value)) return best;
      if (best !== undefined && compareValues(value, best) * sign <= 0) return best;
      return instead(best, value, memory);
    },
    (best) => best ?? null,
  );

const addNumber = (total: NumberValue, value: Value): NumberValue =>
  isNumeric(value) ? arithmetic('add', total, value) : total;

const collecting = (finish: (values: Value[]) => Value) =>
  folding<Value[]>(
    () => [],
    (values, value, memory) => {
      memory.add(heapSize(value));
      values.push(value);
      return values;
    },
    finish,
  );

const SIMPLE: Readonly<Record<string, (evaluate: Expr) => AccumulatorFactory>> = {
  $sum: folding<NumberValue>(
    () => 0,
    addNumber,
    (total) => total,
  ),
  $avg: folding<{ total: NumberValue; count: number }>(
    () => ({ total: 0, count: 0 }),
    ({ total, count }, value) => ({
      total: addNumber(total, value),
      count: count + Number(isNumeric(value)),
    }),
    ({ total, count }) => (count === 0 ? null : arithmetic('divide', total, count)),
  ),
  $min: extreme(-1),
  $max: extreme(1),
  $first: folding<{ value: Value } | undefined>(
    () => undefined,
    (first, value, memory) => first ?? { value: instead(undefined, value, memory) },
    (first) => first?.value ?? null,
  ),
  $last: folding<Value>(
    () => null,
    (last, value, memory) => instead(last, value ?? null, memory),
    (last) => last,
  ),
  $push: collecting((values) => values.filter((value) => value !== undefined)),
  $addToSet: folding<Map<string, Value>>(
    () => new Map(),
    (set, value, memory) => {
      const key = value === undefined ? undefined : keyText(encodeKey(0, [value]));
      if (key === undefined || set.has(key)) return set;
      memory.add(heapSize(key) + heapSize(value));
      return set.set(key, value);
    },
    (set) => [...set.values()],
  ),
  $mergeObjects: collecting(mergeObjects),
  $stdDevPop: collecting((values) => standardDeviation(values, false)),
  $stdDevSamp: collecting((values) => standardDeviation(values, true)),
};

/** `$firstN`, `$lastN`, `$minN`, `$maxN`, `$top`, `$topN`, `$bottom`, `$bottomN`: keep some values of the group. */
function selecting(
  name: string,
  operand: Value,
  compile: (value: Value) => Expr,
): AccumulatorFactory {
  if (!isDoc(operand))
    throw new CommandError(5787801, `specification must be an object; found ${name}`);
  const sorted = /^\$(top|bottom)/.test(name);
  const single = name === '$top' || name === '$bottom';
  const known = sorted ? ['sortBy', 'output', 'n'] : ['input', 'n'];
  for (const key of Object.keys(operand)) {
    if (!known.includes(key))
      throw new CommandError(5787901, `Unknown argument to ${name}: ${key}`);
  }
  const output = compile(sorted ? operand.output : operand.input);
  const n = single ? () => 1 : compile(operand.n);
  const compare = sorted
    ? compileSortComparator(isDoc(operand.sortBy) ? operand.sortBy : {})
    : name.startsWith('$min') || name.startsWith('$max')
      ? compareValues
      : undefined;
  return (memory) => {
    const items: { order: Value; value: Value }[] = [];
    let count = 0;
    return {
      add: (scope) => {
        const wanted = n(scope);
        count = isNumeric(wanted) ? toNumber(wanted) : 0;
        if (!Number.isInteger(count) || count <= 0) {
          throw new CommandError(5787908, `'n' must be greater than 0, found ${String(wanted)}`);
        }
        const value = output(scope);
        if (compare === compareValues && isNullish(value)) return;
        memory.add(heapSize(value) + (sorted ? heapSize(scope.root) : 0));
        items.push({ order: sorted ? scope.root : value, value: value ?? null });
      },
      result: () => {
        if (compare) items.sort((a, b) => compare(a.order, b.order));
        const fromEnd = /^\$(last|max|bottom)/.test(name);
        const chosen = (fromEnd ? items.slice(-count) : items.slice(0, count)).map(
          ({ value }) => value,
        );
        if (name === '$maxN') chosen.reverse();
        return single ? (chosen[0] ?? null) : chosen;
      },
    };
  };
}

const SELECTING = ['$firstN', '$lastN', '$minN', '$maxN', '$top', '$topN', '$bottom', '$bottomN'];

export const ACCUMULATORS: readonly string[] = [...Object.keys(SIMPLE), ...SELECTING, '$count'];

/** Compiles the accumulators of a `$group` or `$bucket`, each under its output field. */
export function compileAccumulators(fields: Doc, scope: Scope): [string, AccumulatorFactory][] {
  const names = new Set(Object.keys(scope.vars));
  const compile = (value: Value) => compileExpression(value, names);
  return Object.entries(fields).map(([field, spec]) => {
    if (field.includes('.'))
      throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
    const [entry, ...others] = isDoc(spec) ? Object.entries(spec) : [];
    if (!entry) throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
    if (others.length > 0)
      throw new CommandError(40238, `The field '${field}' must specify one accumulator`);
    const [name, operand] = entry;
    if (name === '$count') return [field, countFactory];
    if (SELECTING.includes(name)) return [field, selecting(name, operand, compile)];
    const simple = SIMPLE[name];
    if (!simple) {
      throw new CommandError(
        15952,
        `unknown group operator '${name}': not supported by the embedded server`,
      );
    }
    if (isArray(operand))
      throw new CommandError(40237, `The ${name} accumulator is a unary operator`);
    return [field, simple(compile(operand))];
  });
}

const countFactory: AccumulatorFactory = () => {
  let count = 0;
  return {
    add: () => {
      count++;
    },
    result: () => count,
  };
};
