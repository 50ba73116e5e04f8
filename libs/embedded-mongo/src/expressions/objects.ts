import {
  type Doc,
  getField,
  isArray,
  isDoc,
  isNullish,
  setField,
  typeName,
  type Value,
} from '../bson/types.js';
import {
  location,
  named,
  nullable,
  type OperatorTable,
  requireString,
  variadic,
} from './helpers.js';

export function mergeObjects(values: readonly Value[]): Doc {
  const merged: Doc = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDoc(value)) {
      throw location(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`,
      );
    }
    for (const name of Object.keys(value)) setField(merged, name, value[name]);
  }
  return merged;
}

function arrayToObject(value: Value): Value {
  if (!isArray(value)) {
    throw location(40386, `$arrayToObject requires an array input, found: ${typeName(value)}`);
  }
  const doc: Doc = {};
  for (const entry of value) {
    const [name, item] = isArray(entry) ? entry : isDoc(entry) ? [entry.k, entry.v] : [];
    const wellFormed = isArray(entry)
      ? entry.length === 2
      : isDoc(entry) && 'k' in entry && 'v' in entry;
    if (!wellFormed) throw location(40392, '$arrayToObject requires pairs of key and value');
    setField(doc, requireString('$arrayToObject', name, 40394), item);
  }
  return doc;
}

export const objectOperators: OperatorTable = {
  $mergeObjects: variadic('$mergeObjects', (...values) => mergeObjects(values)),
  $objectToArray: nullable('$objectToArray', 1, 1, (value) => {
    if (!isDoc(value)) {
      throw location(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    }
    return Object.entries(value).map(([k, v]) => ({ k, v }));
  }),
  $arrayToObject: nullable('$arrayToObject', 1, 1, arrayToObject),
  $getField: (operand, compiler) => {
    const long = isDoc(operand) && 'field' in operand;
    const field = compiler.compile(long ? operand.field : operand);
    const input = compiler.compile(long && 'input' in operand ? operand.input : '$$CURRENT');
    return (scope) => {
      const name = requireString('$getField', field(scope), 3041704);
      const source = input(scope);
      if (isNullish(source)) return source;
      return isDoc(source) ? getField(source, name) : undefined;
    };
  },
  $setField: named('$setField', ['field', 'input', 'value'], [], ({ field, input, value }) => {
    if (isNullish(input)) return null;
    const copy = mergeObjects([input]);
    const name = requireString('$setField', field, 4161107);
    if (value === undefined) delete copy[name];
    else setField(copy, name, value);
    return copy;
  }),
};
