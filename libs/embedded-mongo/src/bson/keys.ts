import { createHash } from 'node:crypto';
import { Binary, BSONRegExp, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { compareDecimal, exactDecimal } from './decimal.js';
import { toDecimal, toNumber } from './numbers.js';
import { type Doc, type NumberValue, Rank, rankOf, textOf, type Value } from './types.js';

/**
 * Encodes values as bytes whose `memcmp` order is BSON's order. A key is the index's number (4 bytes), then a rank
 * byte and the content of each value; a descending value is written with all bits inverted.
 */
let buf = Buffer.allocUnsafeSlow(1 << 12);
let at = 0;

/** The key of an empty array in a multikey index, where it sorts before null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** LMDB takes at most 1,978 bytes; an entry holds an index key and the key of its document. */
const MAX_KEY_BYTES = 1000;
const HASH_BYTES = 32;
const SUFFIX_HIGH = Buffer.from([0xff]);

function reserve(bytes: number): void {
  if (at + bytes <= buf.length) return;
  const bigger = Buffer.allocUnsafeSlow(Math.max(buf.length * 2, at + bytes));
  buf.copy(bigger, 0, 0, at);
  buf = bigger;
}

/** UTF-8 terminated by 0; bytes 0 and 1 are escaped as 01 01 and 01 02, so no encoded text is a prefix of another. */
function writeText(text: string): void {
  reserve(text.length * 6 + 1);
  const start = at;
  at += buf.write(text, at, 'utf8');
  if (text.includes('\0') || text.includes('\u0001')) {
    const raw = Buffer.from(buf.subarray(start, at));
    at = start;
    for (const byte of raw) {
      if (byte <= 1) buf[at++] = 1;
      buf[at++] = byte <= 1 ? byte + 1 : byte;
    }
  }
  buf[at++] = 0;
}

const TIE_EQUAL = 0x8000;

/** The nearest double, then the bytes that distinguish exact values sharing that double. */
function writeNumber(value: NumberValue): void {
  let n = toNumber(value);
  if (Number.isNaN(n)) {
    buf[at++] = 0;
    return;
  }
  buf[at++] = 1;
  if (n === 0) n = 0;
  let tie = TIE_EQUAL;
  let digits = '';
  if (value instanceof Long && !Number.isSafeInteger(n)) {
    tie += Number(value.toBigInt() - BigInt(n));
  } else if (value instanceof Decimal128 && Number.isFinite(n)) {
    const exact = toDecimal(value);
    if (exact.kind === 'finite' && exact.exponent >= 0 && !Number.isSafeInteger(n)) {
      const rest = exact.coefficient * 10n ** BigInt(exact.exponent) - BigInt(n);
      if (rest > -TIE_EQUAL && rest < TIE_EQUAL) tie += Number(rest);
      else digits = String(exact.coefficient);
    } else {
      const side = compareDecimal(exact, exactDecimal(n));
      tie += side;
      if (side !== 0 && exact.kind === 'finite') {
        digits = String(exact.coefficient).replace(/0+$/, '').replace('-', '');
      }
    }
  }
  const start = at;
  at = buf.writeDoubleBE(n, at);
  if ((buf[start] ?? 0) & 0x80) for (let i = start; i < at; i++) buf[i] = (buf[i] ?? 0) ^ 0xff;
  else buf[start] = (buf[start] ?? 0) | 0x80;
  at = buf.writeUInt16BE(tie, at);
  if (digits === '') return;
  const from = at;
  writeText(digits);
  if (n < 0) for (let i = from; i < at; i++) buf[i] = (buf[i] ?? 0) ^ 0xff;
}

function writeSigned(n: bigint): void {
  at = buf.writeBigUInt64BE(BigInt.asUintN(64, n ^ (1n << 63n)), at);
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buf.set(bytes, at);
  at += bytes.length;
}

function writeValue(value: Value): void {
  reserve(32);
  const rank = rankOf(value);
  buf[at++] = rank;
  switch (rank) {
    case Rank.number:
      writeNumber(value as NumberValue);
      return;
    case Rank.string:
    case Rank.javascript:
      writeText(textOf(value));
      return;
    case Rank.bool:
      buf[at++] = value ? 1 : 0;
      return;
    case Rank.date:
      writeSigned(BigInt((value as Date).getTime()));
      return;
    case Rank.objectId:
      writeBytes((value as ObjectId).id);
      return;
    case Rank.binData: {
      const bytes = (value as Binary).value();
      at = buf.writeUInt32BE(bytes.length, at);
      buf[at++] = (value as Binary).sub_type;
      writeBytes(bytes);
      return;
    }
    case Rank.timestamp:
      at = buf.writeBigUInt64BE((value as Timestamp).toBigInt(), at);
      return;
    case Rank.regex:
      writeText((value as BSONRegExp).pattern);
      writeText((value as BSONRegExp).options);
      return;
    case Rank.array:
      for (const item of value as Value[]) writeValue(item);
      endList();
      return;
    case Rank.object:
      for (const [name, item] of Object.entries(value as Doc)) {
        reserve(1);
        buf[at++] = rankOf(item);
        writeText(name);
        writeValue(item);
      }
      endList();
      return;
    default:
      return;
  }
}

function endList(): void {
  reserve(1);
  buf[at++] = 0;
}

export type Direction = 1 | -1;

/** The key of the first values of an index; not yet cut to LMDB's limit, so that values can be appended. */
export function encodeKey(
  indexId: number,
  values: readonly Value[],
  directions: readonly Direction[] = [],
): Buffer {
  at = 4;
  buf.writeUInt32BE(indexId, 0);
  for (let i = 0; i < values.length; i++) {
    const start = at;
    reserve(32);
    if (values[i] === EMPTY_ARRAY) buf[at++] = Rank.undefined;
    else writeValue(values[i]);
    if (directions[i] === -1) for (let j = start; j < at; j++) buf[j] = (buf[j] ?? 0) ^ 0xff;
  }
  return Buffer.from(buf.subarray(0, at));
}

export const isLongKey = (key: Buffer): boolean => key.length > MAX_KEY_BYTES;

/** The key as stored: a key that is too long is cut and ends in a hash of the whole key. */
export function storedKey(key: Buffer): Buffer {
  if (!isLongKey(key)) return key;
  const hash = createHash('sha256').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_KEY_BYTES - HASH_BYTES), hash]);
}

/** The start of a range; a key that is too long is cut at the same byte as stored keys. */
export const boundKey = (key: Buffer): Buffer =>
  isLongKey(key) ? key.subarray(0, MAX_KEY_BYTES - HASH_BYTES) : key;

const BEYOND_HASH = Buffer.alloc(HASH_BYTES + 1, 0xff);

/** The end of the keys that begin with `key`. */
export const endOf = (key: Buffer): Buffer =>
  Buffer.concat([boundKey(key), isLongKey(key) ? BEYOND_HASH : SUFFIX_HIGH]);

export const keyText = (key: Buffer): string => key.toString('latin1');

/** All keys of one collection or index. */
export function keyRangeOf(id: number): { start: Buffer; end: Buffer } {
  const start = Buffer.alloc(4);
  start.writeUInt32BE(id);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(id + 1);
  return { start, end };
}
