import { Long, Timestamp } from 'bson';
import { compareValues, equalValues } from '../bson/compare.js';
import { arithmetic, toNumber } from '../bson/numbers.js';
import {
  type Doc,
  isArray,
  isDoc,
  isNumeric,
  type NumberValue,
  numberKind,
  typeName,
  type Value,
} from '../bson/types.js';
import { badValue, CommandError, failedToParse, typeMismatch } from '../errors.js';
import { slice } from '../expressions/arrays.js';
import { compileElementOrder } from '../expressions/sort-order.js';
import { compileElementMatch } from '../query/match.js';
import { isPositional, locate, read, type Slot, valueAt, write } from './paths.js';

/** Changes the value at `path`. */
export type Modifier = (doc: Doc, path: readonly string[], now: Date) => void;
/** Compiles the operand of an operator; `path` is the path as written in the update. */
type ModifierCompiler = (operand: Value, path: string) => Modifier;

const at = (doc: Doc, path: readonly string[]): Slot => {
  const slot = locate(doc, path, true);
  if (!slot) throw new CommandError(28, `Cannot create field '${path.join('.')}'`);
  return slot;
};

const modify =
  (change: (old: Value, doc: Doc, now: Date) => Value): Modifier =>
  (doc, path, now) => {
    const slot = at(doc, path);
    write(slot, change(read(slot), doc, now));
  };

/** Like `modify`, but skips a path that does not exist. */
const modifyExisting =
  (change: (old: Value) => Value): Modifier =>
  (doc, path) => {
    const old = valueAt(doc, path);
    if (old !== undefined) write(at(doc, path), change(old));
  };

function numeric(name: string, op: 'add' | 'multiply', verb: string): ModifierCompiler {
  return (operand, path) => {
    if (!isNumeric(operand)) {
      throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${String(operand)}}`);
    }
    return modify((old, doc) => {
      if (old === undefined)
        return op === 'add' ? operand : arithmetic('multiply', operand, zero(operand));
      if (!isNumeric(old)) {
        throw typeMismatch(
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${String(doc._id)}} has the field '${path}' of non-numeric type ${typeName(old)}`,
        );
      }
      const result = arithmetic(op, old, operand, true);
      if (result === undefined) {
        throw badValue(
          `Failed to apply ${name} operations to current value (${String(old)}) for document {_id: ${String(doc._id)}}`,
        );
      }
      return result;
    });
  };
}

const zero = (like: NumberValue): NumberValue => (numberKind(like) === 'long' ? Long.ZERO : 0);

const extreme =
  (sign: 1 | -1): ModifierCompiler =>
  (operand) =>
    modify((old) => (old === undefined || compareValues(operand, old) * sign > 0 ? operand : old));

const currentDate: ModifierCompiler = (operand, path) => {
  const type = isDoc(operand) ? operand.$type : 'date';
  const valid = isDoc(operand) ? Object.keys(operand).length === 1 : typeof operand === 'boolean';
  if (!valid || (type !== 'date' && type !== 'timestamp')) {
    throw badValue(
      `${path} is not a valid type for $currentDate: use a boolean, or $type 'date' or 'timestamp'`,
    );
  }
  return modify((_old, _doc, now) =>
    type === 'date' ? now : new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }),
  );
};

/** Removes a field; an array element becomes null instead, so that the others keep their positions. */
const unset: Modifier = (doc, path) => {
  if (valueAt(doc, path) === undefined) return;
  const { container, name } = at(doc, path);
  if (isArray(container)) container[Number(name)] = null;
  else delete container[name];
};

const leadsThroughArray = (doc: Doc, path: readonly string[]): boolean =>
  path.some((_, i) => isArray(valueAt(doc, path.slice(0, i))));

const rename: ModifierCompiler = (operand, path) => {
  if (typeof operand !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  if (isPositional(path.split('.')) || isPositional(operand.split('.')))
    throw badValue(`The source and target field for $rename may not be dynamic: ${path}`);
  if (operand === path)
    throw badValue(`The source and target field for $rename must differ: ${path}`);
  const to = operand.split('.');
  return (doc, from, now) => {
    const value = valueAt(doc, from);
    if (value === undefined) return;
    if (leadsThroughArray(doc, from))
      throw badValue(`The source field for $rename cannot be an array element: ${path}`);
    if (leadsThroughArray(doc, to))
      throw badValue(`The destination field for $rename cannot be an array element: ${operand}`);
    unset(doc, from, now);
    write(at(doc, to), value);
  };
};

const arrayAt = (old: Value, name: string, path: string, doc: Doc): Value[] => {
  if (old === undefined) return [];
  if (isArray(old)) return old;
  throw badValue(
    `The field '${path}' must be an array but is of type ${typeName(old)} in document {_id: ${String(doc._id)}} (${name})`,
  );
};

const PUSH_MODIFIERS = new Set(['$each', '$slice', '$sort', '$position']);

const wholeNumber = (name: string, value: Value): number => {
  if (isNumeric(value) && Number.isInteger(toNumber(value))) return toNumber(value);
  throw badValue(`The value for ${name} must be an integer value`);
};

const push: ModifierCompiler = (operand, path) => {
  const spec = isDoc(operand) && '$each' in operand ? operand : undefined;
  const items = spec ? spec.$each : [operand];
  if (!isArray(items)) throw badValue('The argument to $each in $push must be an array');
  for (const name of Object.keys(spec ?? {})) {
    if (!PUSH_MODIFIERS.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const position =
    spec?.$position === undefined ? undefined : wholeNumber('$position', spec.$position);
  const most = spec?.$slice === undefined ? undefined : wholeNumber('$slice', spec.$slice);
  const order = spec?.$sort === undefined ? undefined : compileElementOrder(spec.$sort);
  return modify((old, doc) => {
    const list = [...arrayAt(old, '$push', path, doc)];
    list.splice(position ?? list.length, 0, ...items);
    if (order) list.sort(order);
    return most === undefined ? list : slice(list, most);
  });
};

const addToSet: ModifierCompiler = (operand, path) => {
  const each = isDoc(operand) && '$each' in operand;
  const items = each ? operand.$each : [operand];
  if (!isArray(items)) throw typeMismatch('The argument to $each in $addToSet must be an array');
  if (each && Object.keys(operand).length > 1)
    throw badValue('Found unexpected fields after $each in $addToSet');
  return modify((old, doc) => {
    const list = [...arrayAt(old, '$addToSet', path, doc)];
    for (const item of items) if (!list.some((one) => equalValues(one, item))) list.push(item);
    return list;
  });
};

const pull: ModifierCompiler = (operand, path) => {
  const matches = compileElementMatch(operand);
  return modifyExisting((old) => {
    if (!isArray(old)) throw badValue(`Cannot apply $pull to a non-array value (${path})`);
    return old.filter((item) => !matches(item));
  });
};

const pullAll: ModifierCompiler = (operand, path) => {
  if (!isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return modifyExisting((old) => {
    if (!isArray(old)) throw badValue(`Cannot apply $pullAll to a non-array value (${path})`);
    return old.filter((item) => !operand.some((one) => equalValues(one, item)));
  });
};

const pop: ModifierCompiler = (operand, path) => {
  const end = isNumeric(operand) ? toNumber(operand) : 0;
  if (end !== 1 && end !== -1)
    throw failedToParse(`$pop expects 1 or -1, found: ${String(operand)}`);
  return modifyExisting((old) => {
    if (!isArray(old))
      throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeName(old)}'`);
    return end === 1 ? old.slice(0, -1) : old.slice(1);
  });
};

const bit: ModifierCompiler = (operand, path) => {
  if (!isDoc(operand))
    throw badValue(`The $bit modifier is not compatible with a ${typeName(operand)}`);
  const steps = Object.entries(operand).map(([name, mask]) => {
    const combine = BITWISE.get(name);
    if (!isInteger(mask) || !combine) {
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor' with integers: ${path}`,
      );
    }
    return { combine, mask };
  });
  return modify((old = 0) => {
    if (!isInteger(old)) {
      throw badValue(`Cannot apply $bit to a value of non-integral type: ${path}`);
    }
    return steps.reduce<NumberValue>((value, { combine, mask }) => {
      const result = BigInt.asIntN(64, combine(BigInt(String(value)), BigInt(String(mask))));
      const wide = numberKind(value) === 'long' || numberKind(mask) === 'long';
      return wide ? Long.fromBigInt(result) : Number(result);
    }, old);
  });
};

const BITWISE = new Map<string, (a: bigint, b: bigint) => bigint>([
  ['and', (a, b) => a & b],
  ['or', (a, b) => a | b],
  ['xor', (a, b) => a ^ b],
]);

const isInteger = (value: Value): value is NumberValue =>
  isNumeric(value) && ['int', 'long'].includes(numberKind(value));

const set: ModifierCompiler = (operand) => modify(() => operand);

export const UPDATE_OPERATORS: Readonly<Record<string, ModifierCompiler>> = {
  $set: set,
  $setOnInsert: set,
  $unset: () => unset,
  $inc: numeric('$inc', 'add', 'increment'),
  $mul: numeric('$mul', 'multiply', 'multiply'),
  $min: extreme(-1),
  $max: extreme(1),
  $rename: rename,
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
  $bit: bit,
};
