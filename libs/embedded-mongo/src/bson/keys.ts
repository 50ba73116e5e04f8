import { createHash } from 'node:crypto';
import { Binary, BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';
import { compareDecimal, exactDecimal } from './decimal.js';
import { toDecimal, toNumber } from './numbers.js';
import { type Doc, type NumberValue, Rank, rankOf, type Value } from './types.js';

/**
 * Values as bytes whose `memcmp` order is BSON's order. A key is the index's number (4 bytes) and then each
 * value as a rank byte and its content; a descending value is written with all bits inverted.
 */
let buf = Buffer.allocUnsafeSlow(1 << 12);
let at = 0;

/** Stands for the empty array in a multikey index, where it sorts before null. */
export const EMPTY_ARRAY = Symbol('empty array');

/** LMDB takes at most 1,978 bytes; an entry holds an index key and the key of its document. */
const MAX_KEY_BYTES = 1000;
const HASH_BYTES = 32;
export const SUFFIX_HIGH = Buffer.from([0xff]);

function reserve(bytes: number): void {
  if (at + bytes <= buf.length) return;
  const bigger = Buffer.allocUnsafeSlow(Math.max(buf.length * 2, at + bytes));
  buf.copy(bigger, 0, 0, at);
  buf = bigger;
}

/** UTF-8, ended by 0; a zero byte inside is written as 00 FF so that a prefix sorts before its extensions. */
function writeText(text: string): void {
  reserve(text.length * 6 + 1);
  const start = at;
  const length = buf.write(text, at, 'utf8');
  at += length;
  if (text.includes('\0')) {
    const raw = Buffer.from(buf.subarray(start, at));
    at = start;
    for (const byte of raw) {
      buf[at++] = byte;
      if (byte === 0) buf[at++] = 0xff;
    }
  }
  buf[at++] = 0;
}

const TIE_EQUAL = 0x8000;

/** The double nearest to the number, then what tells apart the exact values that share this double. */
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
      return writeNumber(value as NumberValue);
    case Rank.string:
    case Rank.code:
      return writeText(String(value));
    case Rank.bool:
      buf[at++] = value ? 1 : 0;
      return;
    case Rank.date:
      return writeSigned(BigInt((value as Date).getTime()));
    case Rank.objectId:
      return writeBytes((value as ObjectId).id);
    case Rank.binary: {
      const bytes = (value as Binary).value();
      at = buf.writeUInt32BE(bytes.length, at);
      buf[at++] = (value as Binary).sub_type;
      return writeBytes(bytes);
    }
    case Rank.timestamp:
      at = buf.writeBigUInt64BE((value as Timestamp).toBigInt(), at);
      return;
    case Rank.regex:
      writeText((value as BSONRegExp).pattern);
      return writeText((value as BSONRegExp).options);
    case Rank.array:
      for (const item of value as Value[]) writeValue(item);
      return endList();
    case Rank.object:
      for (const [name, item] of Object.entries(value as Doc)) {
        reserve(1);
        buf[at++] = rankOf(item);
        writeText(name);
        writeValue(item);
      }
      return endList();
    default:
      return;
  }
}

function endList(): void {
  reserve(1);
  buf[at++] = 0;
}

export type Direction = 1 | -1;

/** The key of some leading values of an index; not yet cut to LMDB's limit, so that it can be extended. */
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

/** A stored key: one that is too long keeps its beginning and ends in a hash of the whole. */
export function storedKey(key: Buffer): Buffer {
  if (!isLongKey(key)) return key;
  const hash = createHash('sha256').update(key).digest();
  return Buffer.concat([key.subarray(0, MAX_KEY_BYTES - HASH_BYTES), hash]);
}

/** A bound of a range: cut so that it cannot exclude a stored key that was cut. */
export const boundKey = (key: Buffer): Buffer =>
  isLongKey(key) ? key.subarray(0, MAX_KEY_BYTES - HASH_BYTES) : key;

export const keyText = (key: Buffer): string => key.latin1Slice(0, key.length);
export const isDouble = (value: Value): value is Double => value instanceof Double;
