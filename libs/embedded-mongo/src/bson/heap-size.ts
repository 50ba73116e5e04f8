import { Binary, BSONRegExp, Decimal128, ObjectId } from 'bson';
import { isArray, isDoc, type Value } from './types.js';

const WORD = 8;
/** Bytes of an object or array without its contents. */
const OBJECT = 48;
/** Bytes of a view on a shared buffer. */
const BYTES = 40;
/** V8 stores an object with more fields than this as a hash table. */
const MANY_FIELDS = 20;
const HASHED_FIELD = 40;

/**
 * Approximate heap size of a decoded value in bytes, up to five times its BSON size. It bounds the memory of sorts and
 * groups.
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
