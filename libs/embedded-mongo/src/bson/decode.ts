import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { tooDeep, unsupportedType } from '../errors.js';
import { type Doc, isInt32, setField, type Value } from './types.js';

/**
 * Lossless BSON codec: decoding and encoding again results in the same bytes. The driver's own codec promotes int64
 * and double to one JavaScript number and turns `{ $ref, $id }` into a class instance, so a server cannot use it.
 */
const SHORT_STRING = 24;

/** Maximum nesting depth of documents and arrays in a message. */
export const MAX_MESSAGE_DEPTH = 200;

let pos = 0;
let depth = 0;
let deepest = Number.POSITIVE_INFINITY;

function enter(): void {
  if (++depth > deepest) throw tooDeep(deepest);
}

function readCString(buf: Buffer): string {
  const end = buf.indexOf(0, pos);
  const text = readText(buf, pos, end);
  pos = end + 1;
  return text;
}

function readText(buf: Buffer, start: number, end: number): string {
  if (end - start <= SHORT_STRING) {
    let text = '';
    for (let i = start; i < end; i++) {
      const byte = buf[i] ?? 0;
      if (byte > 127) return buf.toString('utf8', start, end);
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return buf.toString('utf8', start, end);
}

function readString(buf: Buffer): string {
  const length = buf.readInt32LE(pos);
  const start = pos + 4;
  pos = start + length;
  return readText(buf, start, pos - 1);
}

function readBytes(buf: Buffer, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  // for a few bytes a loop is faster than a native copy
  if (length <= 16) for (let i = 0; i < length; i++) bytes[i] = buf[pos + i] ?? 0;
  else buf.copy(bytes, 0, pos, pos + length);
  pos += length;
  return bytes;
}

function readBinary(buf: Buffer): Binary {
  const length = buf.readInt32LE(pos);
  const subType = buf[pos + 4] ?? 0;
  pos += 5;
  return new Binary(readBytes(buf, length), subType);
}

const OBJECT = 0x03;
const ARRAY = 0x04;

function readDocument(buf: Buffer): Doc {
  enter();
  const doc: Doc = {};
  const end = pos + buf.readInt32LE(pos) - 1;
  pos += 4;
  while (pos < end) {
    const type = buf[pos++] ?? 0;
    const name = readCString(buf);
    setField(doc, name, readValue(buf, type));
  }
  pos = end + 1;
  depth--;
  return doc;
}

/** An array, of which documents may stay encoded. */
function readArray(buf: Buffer, keepEncoded = false): Value[] {
  enter();
  const items: Value[] = [];
  const end = pos + buf.readInt32LE(pos) - 1;
  pos += 4;
  while (pos < end) {
    const type = buf[pos++] ?? 0;
    pos = buf.indexOf(0, pos) + 1;
    items.push(keepEncoded && type === OBJECT ? readEncoded(buf) : readValue(buf, type));
  }
  pos = end + 1;
  depth--;
  return items;
}

function readEncoded(buf: Buffer): Buffer {
  const start = pos;
  pos += buf.readInt32LE(start);
  return buf.subarray(start, pos);
}

function readValue(buf: Buffer, type: number): Value {
  switch (type) {
    case 0x01: {
      const n = buf.readDoubleLE(pos);
      pos += 8;
      return isInt32(n) ? new Double(n) : n;
    }
    case 0x02:
      return readString(buf);
    case OBJECT:
      return readDocument(buf);
    case ARRAY:
      return readArray(buf);
    case 0x05:
      return readBinary(buf);
    case 0x06:
    case 0x0a:
      return null;
    case 0x07:
      return new ObjectId(readBytes(buf, 12));
    case 0x08:
      return buf[pos++] === 1;
    case 0x09: {
      const ms = Number(buf.readBigInt64LE(pos));
      pos += 8;
      return new Date(ms);
    }
    case 0x0b:
      return new BSONRegExp(readCString(buf), readCString(buf));
    case 0x0d:
      return new Code(readString(buf));
    case 0x0e:
      return new BSONSymbol(readString(buf));
    case 0x10:
      pos += 4;
      return buf.readInt32LE(pos - 4);
    case 0x11: {
      const value = Timestamp.fromBits(buf.readInt32LE(pos), buf.readInt32LE(pos + 4));
      pos += 8;
      return value;
    }
    case 0x12:
      pos += 8;
      return new Long(buf.readInt32LE(pos - 8), buf.readInt32LE(pos - 4));
    case 0x13:
      return new Decimal128(readBytes(buf, 16));
    case 0xff:
      return new MinKey();
    case 0x7f:
      return new MaxKey();
    default:
      throw unsupportedType(type);
  }
}

/** Decodes one document, nested at most `levels` deep; `buf` may be longer than the document. */
export function decode(buf: Buffer, offset = 0, levels = Number.POSITIVE_INFINITY): Doc {
  pos = offset;
  depth = 0;
  deepest = levels;
  return readDocument(buf);
}

/**
 * Decodes a command. Documents to insert stay encoded. The logical clock, which every command carries and a single
 * server does not need, is omitted.
 */
export function decodeCommand(buf: Buffer, offset: number): Doc {
  const command: Doc = {};
  const end = offset + buf.readInt32LE(offset) - 1;
  pos = offset + 4;
  depth = 1;
  deepest = MAX_MESSAGE_DEPTH;
  while (pos < end) {
    const type = buf[pos++] ?? 0;
    const name = readCString(buf);
    if (name === '$clusterTime' && type === OBJECT) pos += buf.readInt32LE(pos);
    else if (name === 'documents' && type === ARRAY) command.documents = readArray(buf, true);
    else setField(command, name, readValue(buf, type));
  }
  return command;
}
