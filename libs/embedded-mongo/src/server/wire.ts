import type { Socket } from 'node:net';
import { Binary, Long, Timestamp } from 'bson';
import { decode } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import type { Doc } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Batch } from './cursors.js';

/** MongoDB's wire protocol: OP_MSG, and OP_QUERY only for the first hello of a driver. */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MAX_MESSAGE_BYTES = 48_000_000;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

export interface Message {
  id: number;
  legacy: boolean;
  /** The client expects no answer (`w: 0`). */
  silent: boolean;
  command: Doc;
  sequences: Map<string, Buffer[]>;
}

/** Cuts a byte stream into messages. */
export class MessageReader {
  private pending: Buffer[] = [];
  private bytes = 0;

  push(chunk: Buffer): Buffer[] {
    this.pending.push(chunk);
    this.bytes += chunk.length;
    const messages: Buffer[] = [];
    while (this.bytes >= 4) {
      const size = this.peekSize();
      if (size < 16 || size > MAX_MESSAGE_BYTES)
        throw new Error(`invalid message of ${size} bytes`);
      if (this.bytes < size) break;
      const all =
        this.pending.length === 1 && this.pending[0]
          ? this.pending[0]
          : Buffer.concat(this.pending);
      messages.push(all.subarray(0, size));
      this.pending = all.length > size ? [all.subarray(size)] : [];
      this.bytes -= size;
    }
    return messages;
  }

  private peekSize(): number {
    const [first] = this.pending;
    if (first && first.length >= 4) return first.readInt32LE(0);
    this.pending = [Buffer.concat(this.pending)];
    return this.pending[0]?.readInt32LE(0) ?? 0;
  }
}

export function parseMessage(bytes: Buffer): Message {
  const id = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === OP_QUERY) {
    const nameEnd = bytes.indexOf(0, 20);
    const database = bytes.toString('utf8', 20, nameEnd).split('.')[0];
    const command = decode(bytes, nameEnd + 9);
    return {
      id,
      legacy: true,
      silent: false,
      command: { ...command, $db: database },
      sequences: new Map(),
    };
  }
  if (opcode !== OP_MSG)
    throw new Error(`opcode ${opcode} is not supported by the embedded server`);
  const flags = bytes.readUInt32LE(16);
  const end = flags & CHECKSUM_PRESENT ? bytes.length - 4 : bytes.length;
  let command: Doc = {};
  const sequences = new Map<string, Buffer[]>();
  for (let at = 20; at < end; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (kind === 0) command = decode(bytes, at);
    else if (kind === 1) {
      const [name, documents] = readSequence(bytes, at, size);
      sequences.set(name, documents);
      // inserts keep their documents as bytes; other sequences are small
      if (name !== 'documents') command[name] = documents.map((document) => decode(document));
    } else throw new Error(`section of kind ${kind} is not supported`);
    at += size;
  }
  return { id, legacy: false, silent: (flags & MORE_TO_COME) !== 0, command, sequences };
}

function readSequence(bytes: Buffer, start: number, size: number): [string, Buffer[]] {
  const nameEnd = bytes.indexOf(0, start + 4);
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < start + size; ) {
    const length = bytes.readInt32LE(at);
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  return [bytes.toString('utf8', start + 4, nameEnd), documents];
}

/** Appends elements to an encoded document. */
function append(document: Buffer, fields: Buffer): Buffer {
  const joined = Buffer.concat([document.subarray(0, document.length - 1), fields.subarray(4)]);
  joined.writeInt32LE(joined.length, 0);
  return joined;
}

/** `{ cursor: { firstBatch | nextBatch, id, ns } }` around documents that are copied as they are. */
export function encodeBatch({ documents, first, id, ns }: Batch): Buffer {
  const head = Buffer.from([4, ...Buffer.from(first ? 'firstBatch\0' : 'nextBatch\0')]);
  const parts: Buffer[] = [];
  let size = 5;
  documents.forEach((document, i) => {
    const name = Buffer.from(`\u0003${i}\0`, 'latin1');
    parts.push(name, document);
    size += name.length + document.length;
  });
  const length = Buffer.alloc(4);
  length.writeInt32LE(size);
  const tail = encode({ id: Long.fromBigInt(id), ns }).subarray(4);
  const body = Buffer.concat([head, length, ...parts, Buffer.from([0]), tail]);
  const cursor = Buffer.alloc(4 + 8 + 4);
  cursor.writeInt32LE(cursor.length + body.length + 1, 0);
  cursor.write('\u0003cursor\0', 4, 'latin1');
  cursor.writeInt32LE(4 + body.length, 12);
  return Buffer.concat([cursor, body, Buffer.from([0])]);
}

const NO_SIGNATURE = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO };

/** The logical clock that every reply carries: seconds and a counter, never going back. */
export class LogicalClock {
  private seconds = 0;
  private increment = 0;

  tick(): void {
    const now = Math.floor(Date.now() / 1000);
    if (now > this.seconds) {
      this.seconds = now;
      this.increment = 1;
    } else this.increment++;
  }

  get time(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.increment });
  }
}

export function withClock(body: Buffer, clock: LogicalClock): Buffer {
  const { time } = clock;
  const fields = {
    ok: 1,
    operationTime: time,
    $clusterTime: { clusterTime: time, signature: NO_SIGNATURE },
  };
  return append(body, encode(fields));
}

export function encodeError(error: CommandError): Buffer {
  const { code, codeName, details, labels, message } = error;
  return encode({
    ok: 0,
    errmsg: message,
    code,
    codeName,
    ...details,
    ...(labels.length > 0 ? { errorLabels: labels } : {}),
  });
}

let nextReplyId = 1;

export function sendReply(socket: Socket, message: Message, body: Buffer): void {
  if (message.silent || socket.destroyed) return;
  const headBytes = message.legacy ? 36 : 21;
  const head = Buffer.alloc(headBytes);
  head.writeInt32LE(headBytes + body.length, 0);
  head.writeInt32LE(nextReplyId++ & 0x7fffffff, 4);
  head.writeInt32LE(message.id, 8);
  head.writeInt32LE(message.legacy ? OP_REPLY : OP_MSG, 12);
  if (message.legacy) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}
