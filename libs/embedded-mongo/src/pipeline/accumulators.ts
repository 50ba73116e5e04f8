import { compareValues } from '../bson/compare.js';
import { heapSize } from '../bson/heap-size.js';
import { encodeKey, keyText } from '../bson/keys.js';
import { arithmetic, optionNumber } from '../bson/numbers.js';
import {
  type Doc,
  entryOf,
  isArray,
  isDoc,
  isNullish,
  isNumeric,
  type NumberValue,
  type Value,
} from '../bson/types.js';
import { CommandError } from '../errors.js';
import { addNumber, standardDeviation } from '../expressions/arithmetic-folds.js';
import { SELECTORS, type Selector } from '../expressions/arrays.js';
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
  $count: folding<number>(
    () => 0,
    (count) => count + 1,
    (count) => count,
  ),
};

/** How the accumulators that keep some values of the group select them. */
const SELECTING = new Map(
  Object.entries({
    ...SELECTORS,
    $top: SELECTORS.$firstN,
    $topN: SELECTORS.$firstN,
    $bottom: SELECTORS.$lastN,
    $bottomN: SELECTORS.$lastN,
  }),
);

function selecting(
  name: string,
  select: Selector,
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
  const compare = compileSortComparator(isDoc(operand.sortBy) ? operand.sortBy : {});
  return (memory) => {
    const items: { value: Value; doc: Value }[] = [];
    let count = 0;
    return {
      add: (scope) => {
        const wanted = n(scope);
        count = optionNumber(wanted, 0);
        if (!Number.isInteger(count) || count <= 0) {
          throw new CommandError(5787908, `'n' must be greater than 0, found ${String(wanted)}`);
        }
        const item = { value: output(scope) ?? null, doc: sorted ? scope.root : null };
        memory.add(heapSize(item.value) + heapSize(item.doc));
        items.push(item);
      },
      result: () => {
        if (sorted) items.sort((a, b) => compare(a.doc, b.doc));
        const chosen = select(
          items.map(({ value }) => value),
          count,
        );
        return single ? (chosen[0] ?? null) : chosen;
      },
    };
  };
}

export const ACCUMULATORS: readonly string[] = [...Object.keys(SIMPLE), ...SELECTING.keys()];

/** Compiles the accumulators of a `$group` or `$bucket`, each under its output field. */
export function compileAccumulators(fields: Doc, scope: Scope): [string, AccumulatorFactory][] {
  const compile = (value: Value) => compileExpression(value, scope);
  return Object.entries(fields).map(([field, spec]) => {
    if (field.includes('.'))
      throw new CommandError(40235, `The field name '${field}' cannot contain '.'`);
    const [entry, ...others] = isDoc(spec) ? Object.entries(spec) : [];
    if (!entry) throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
    if (others.length > 0)
      throw new CommandError(40238, `The field '${field}' must specify one accumulator`);
    const [name, operand] = entry;
    const select = SELECTING.get(name);
    if (select) return [field, selecting(name, select, operand, compile)];
    const simple = entryOf(SIMPLE, name);
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
