import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { CommandError, tooDeep } from '../errors.js';
import { type Doc, isInt32, tagOf, type Value } from './types.js';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Maximum nesting depth of documents and arrays in a stored document. */
export const MAX_STORED_DEPTH = 180;

let out = Buffer.allocUnsafeSlow(1 << 16);
let at = 0;
let depth = 0;
let deepest = 0;

function reserve(bytes: number): void {
  if (at + bytes <= out.length) return;
  const bigger = Buffer.allocUnsafeSlow(Math.max(out.length * 2, at + bytes));
  out.copy(bigger, 0, 0, at);
  out = bigger;
}

function writeCString(text: string): void {
  reserve(text.length * 3 + 1);
  if (text.includes('\0')) throw new CommandError(2, 'BSON field names cannot contain null bytes');
  at += out.write(text, at, 'utf8');
  out[at++] = 0;
}

function writeString(text: string): void {
  reserve(text.length * 3 + 5);
  const length = out.write(text, at + 4, 'utf8');
  out.writeInt32LE(length + 1, at);
  at += length + 4;
  out[at++] = 0;
}

function writeLong(low: number, high: number): void {
  reserve(8);
  out.writeInt32LE(low, at);
  out.writeInt32LE(high, at + 4);
  at += 8;
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  out.set(bytes, at);
  at += bytes.length;
}

function writeDocument(doc: Doc): void {
  enter();
  reserve(5);
  const start = at;
  at += 4;
  for (const name of Object.keys(doc)) {
    const value = doc[name];
    if (value !== undefined) writeElement(name, value);
  }
  endDocument(start);
}

function writeArray(items: readonly Value[]): void {
  enter();
  reserve(5);
  const start = at;
  at += 4;
  for (let i = 0; i < items.length; i++) writeElement(String(i), items[i] ?? null);
  endDocument(start);
}

function enter(): void {
  depth++;
  if (depth > deepest) deepest = depth;
}

function endDocument(start: number): void {
  depth--;
  reserve(1);
  out[at++] = 0;
  out.writeInt32LE(at - start, start);
}

function writeElement(name: string, value: Value): void {
  reserve(1);
  const typeAt = at++;
  writeCString(name);
  // read `out` only after writeValue, which may replace it with a larger buffer
  const type = writeValue(value);
  out[typeAt] = type;
}

function writeValue(value: Value): number {
  switch (typeof value) {
    case 'string':
      writeString(value);
      return 0x02;
    case 'number':
      reserve(8);
      if (isInt32(value)) {
        at = out.writeInt32LE(value, at);
        return 0x10;
      }
      at = out.writeDoubleLE(value, at);
      return 0x01;
    case 'boolean':
      reserve(1);
      out[at++] = value ? 1 : 0;
      return 0x08;
    case 'object':
      break;
    default:
      throw new CommandError(2, `cannot encode a value of type ${typeof value}`);
  }
  if (value === null) return 0x0a;
  if (Array.isArray(value)) {
    writeArray(value);
    return 0x04;
  }
  if (value instanceof Date) {
    reserve(8);
    at = out.writeBigInt64LE(BigInt(value.getTime()), at);
    return 0x09;
  }
  if (tagOf(value) !== undefined) return writeTagged(value);
  if (value instanceof Uint8Array) writeBytes(value);
  else writeDocument(value as Doc);
  return 0x03;
}

function writeTagged(value: object): number {
  if (value instanceof ObjectId) {
    writeBytes(value.id);
    return 0x07;
  }
  if (value instanceof Double) {
    reserve(8);
    at = out.writeDoubleLE(value.value, at);
    return 0x01;
  }
  // Timestamp extends Long, so it comes first
  if (value instanceof Timestamp) {
    writeLong(value.low, value.high);
    return 0x11;
  }
  if (value instanceof Long) {
    writeLong(value.low, value.high);
    return 0x12;
  }
  if (value instanceof Decimal128) {
    writeBytes(value.bytes);
    return 0x13;
  }
  if (value instanceof Binary) {
    reserve(5);
    const bytes = value.value();
    at = out.writeInt32LE(bytes.length, at);
    out[at++] = value.sub_type;
    writeBytes(bytes);
    return 0x05;
  }
  if (value instanceof BSONRegExp) {
    writeCString(value.pattern);
    writeCString(value.options);
    return 0x0b;
  }
  if (value instanceof Int32) {
    reserve(4);
    at = out.writeInt32LE(value.value, at);
    return 0x10;
  }
  if (value instanceof BSONSymbol) {
    writeString(value.value);
    return 0x0e;
  }
  if (value instanceof Code) {
    writeString(value.code);
    return 0x0d;
  }
  if (value instanceof MinKey) return 0xff;
  if (value instanceof MaxKey) return 0x7f;
  throw new CommandError(2, `cannot encode a ${tagOf(value)}`);
}

/** Encodes a document without the fields whose value is `undefined`; a buffer in it is an encoded document. */
export function encode(doc: Doc): Buffer {
  at = 0;
  depth = 0;
  deepest = 0;
  writeDocument(doc);
  const bytes = Buffer.allocUnsafe(at);
  bytes.set(out.subarray(0, at));
  return bytes;
}

export const tooLarge = (size: number) =>
  new CommandError(
    10334,
    `BSONObj size: ${size} is invalid. Size must be between 0 and 16793600(16MB)`,
  );

/** Encodes a document that will be stored; throws above MongoDB's limit of 16 MiB. */
export function encodeStored(doc: Doc): Buffer {
  const bytes = encode(doc);
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(bytes.length);
  if (deepest > MAX_STORED_DEPTH) throw tooDeep(MAX_STORED_DEPTH);
  return bytes;
}

/** How much a result document may exceed the limit for stored documents, in bytes. */
const ANSWER_EXTRA_BYTES = 16 * 1024;

/** Encodes a result document of a pipeline; throws above 16 MiB + 16 KiB. */
export function encodeAnswer(doc: Doc): Buffer {
  const bytes = encode(doc);
  if (bytes.length > MAX_DOCUMENT_BYTES + ANSWER_EXTRA_BYTES) throw tooLarge(bytes.length);
  return bytes;
}
