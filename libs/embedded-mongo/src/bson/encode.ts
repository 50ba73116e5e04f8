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

function writeLong({ low, high }: Pick<Long, 'low' | 'high'>): void {
  reserve(8);
  out.writeInt32LE(low, at);
  out.writeInt32LE(high, at + 4);
  at += 8;
}

function writeInt32(n: number): void {
  reserve(4);
  at = out.writeInt32LE(n, at);
}

function writeDouble(n: number): void {
  reserve(8);
  at = out.writeDoubleLE(n, at);
}

function writeBinary(value: Binary): void {
  const bytes = value.value();
  writeInt32(bytes.length);
  reserve(1);
  out[at++] = value.sub_type;
  writeBytes(bytes);
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
      if (isInt32(value)) {
        writeInt32(value);
        return 0x10;
      }
      writeDouble(value);
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

/** Writes a value of a class of the bson package and returns its type; undefined for other values. */
const writer =
  <T extends object>(kind: new (...args: never[]) => T, type: number, write: (value: T) => void) =>
  (value: object): number | undefined => {
    if (!(value instanceof kind)) return undefined;
    write(value);
    return type;
  };

const WRITERS = [
  writer(ObjectId, 0x07, ({ id }) => writeBytes(id)),
  writer(Double, 0x01, ({ value }) => writeDouble(value)),
  // Timestamp extends Long, so it comes first
  writer(Timestamp, 0x11, writeLong),
  writer(Long, 0x12, writeLong),
  writer(Decimal128, 0x13, ({ bytes }) => writeBytes(bytes)),
  writer(Binary, 0x05, writeBinary),
  writer(BSONRegExp, 0x0b, ({ pattern, options }) => {
    writeCString(pattern);
    writeCString(options);
  }),
  writer(Int32, 0x10, ({ value }) => writeInt32(value)),
  writer(BSONSymbol, 0x0e, ({ value }) => writeString(value)),
  writer(Code, 0x0d, ({ code }) => writeString(code)),
  writer(MinKey, 0xff, () => {}),
  writer(MaxKey, 0x7f, () => {}),
];

function writeTagged(value: object): number {
  for (const write of WRITERS) {
    const type = write(value);
    if (type !== undefined) return type;
  }
  throw new CommandError(2, `cannot encode a ${tagOf(value)}`);
}

/** Encodes a document without the fields whose value is `undefined`; a buffer in it is an encoded document. */
export const encode = (doc: Doc): Buffer => encodeBehind(0, doc);

/** Like `encode`, behind `room` bytes that the caller fills. */
export function encodeBehind(room: number, doc: Doc): Buffer {
  at = room;
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
