import { Binary, BSONRegExp, Decimal128, ObjectId } from 'bson';
import { isArray, isDoc, type Value } from './types.js';

const WORD = 8;
/** An object or array without what is in it. */
const OBJECT = 48;
/** A short run of bytes in a buffer that is shared. */
const BYTES = 40;
/** With more fields V8 keeps an object as a hash table. */
const MANY_FIELDS = 20;
const HASHED_FIELD = 40;

/**
 * About how many bytes a decoded value takes in memory, which is up to five times as many as in BSON: what a sort or a
 * group keeps is bounded by that.
 */
export function heapSize(value: Value): number {
  if (typeof value === 'string') return 24 + value.length;
  return typeof value === 'object' && value !== null ? sizeOfObject(value) : WORD;
}

function sizeOfObject(value: object): number {
  if (isArray(value))
    return value.reduce<number>((sum, item) => sum + WORD + heapSize(item), OBJECT);
  if (isDoc(value)) {
    const names = Object.keys(value);
    let size = OBJECT + (names.length > MANY_FIELDS ? names.length * HASHED_FIELD : 0);
    for (const name of names) size += WORD + heapSize(value[name]);
    return size;
  }
  if (value instanceof ObjectId || value instanceof Decimal128) return OBJECT + BYTES;
  if (value instanceof Binary) return OBJECT + BYTES + value.length();
  if (value instanceof BSONRegExp) return OBJECT + value.pattern.length;
  return OBJECT;
}
