import { Binary, Long, Timestamp } from 'bson';
import { decode, decodeCommand, MAX_MESSAGE_DEPTH } from '../bson/decode.js';
import { encode } from '../bson/encode.js';
import type { Doc } from '../bson/types.js';
import { CommandError } from '../errors.js';
import type { Batch } from './cursors.js';
import { labelsOf } from './error-labels.js';

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
  sequences: ReadonlyMap<string, Buffer[]>;
}

const NO_SEQUENCES: ReadonlyMap<string, Buffer[]> = new Map();

/** Splits a byte stream into messages. */
export class MessageReader {
  private pending: Buffer[] = [];
  private bytes = 0;

  push(chunk: Buffer): Buffer[] {
    // nearly every chunk is exactly one message
    if (this.bytes === 0 && chunk.length >= 16 && chunk.readInt32LE(0) === chunk.length)
      return [chunk];
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

/** A message whose command cannot be read, to which an error can be sent. */
export const unreadable = (bytes: Buffer): Message => ({
  id: bytes.readInt32LE(4),
  legacy: false,
  silent: (bytes.readUInt32LE(16) & MORE_TO_COME) !== 0,
  command: {},
  sequences: NO_SEQUENCES,
});

export function parseMessage(bytes: Buffer): Message {
  const id = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === OP_QUERY) {
    const nameEnd = bytes.indexOf(0, 20);
    const database = bytes.toString('utf8', 20, nameEnd).split('.')[0];
    const command = decode(bytes, nameEnd + 9, MAX_MESSAGE_DEPTH);
    return {
      id,
      legacy: true,
      silent: false,
      command: { ...command, $db: database },
      sequences: NO_SEQUENCES,
    };
  }
  if (opcode !== OP_MSG)
    throw new Error(`opcode ${opcode} is not supported by the embedded server`);
  const flags = bytes.readUInt32LE(16);
  const end = flags & CHECKSUM_PRESENT ? bytes.length - 4 : bytes.length;
  let command: Doc = {};
  let sequences = NO_SEQUENCES;
  for (let at = 20; at < end; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (kind === 0) {
      const body = decodeCommand(bytes, at);
      command = body.command;
      if (body.documents) sequences = new Map([...sequences, ['documents', body.documents]]);
    } else if (kind === 1) {
      const [name, documents] = readSequence(bytes, at, size);
      sequences = new Map([...sequences, [name, documents]]);
      // inserts keep their documents as bytes; other sequences are small
      if (name !== 'documents')
        command[name] = documents.map((one) => decode(one, 0, MAX_MESSAGE_DEPTH));
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

const NO_TIME = new Timestamp({ t: 0, i: 0 });
const NO_SIGNATURE = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO };

/** The logical clock in every reply: seconds and a counter; it never goes back. */
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

  now(): Timestamp {
    return new Timestamp({ t: this.seconds, i: this.increment });
  }

  /** Writes the time in the form of a BSON timestamp. */
  write(bytes: Buffer, at: number): void {
    bytes.writeUInt32LE(this.increment, at);
    bytes.writeUInt32LE(this.seconds, at + 4);
  }
}

/** The end of every successful reply, with room for the time in two places. */
const TAIL = encode({
  ok: 1,
  operationTime: NO_TIME,
  $clusterTime: { clusterTime: NO_TIME, signature: NO_SIGNATURE },
}).subarray(4);
const OPERATION_TIME = TAIL.indexOf('operationTime\0') + 'operationTime\0'.length;
const CLUSTER_TIME = TAIL.indexOf('\u0011clusterTime\0') + '\u0011clusterTime\0'.length;

let nextReplyId = 1;

/** Allocates a message and writes its header; `at` is where its document begins. */
function startMessage(message: Message, documentBytes: number): { bytes: Buffer; at: number } {
  const at = message.legacy ? 36 : 21;
  const bytes = Buffer.allocUnsafe(at + documentBytes);
  bytes.fill(0, 16, at);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(nextReplyId++ & 0x7fffffff, 4);
  bytes.writeInt32LE(message.id, 8);
  bytes.writeInt32LE(message.legacy ? OP_REPLY : OP_MSG, 12);
  if (message.legacy) {
    bytes.writeInt32LE(8, 16);
    bytes.writeInt32LE(1, 32);
  }
  return { bytes, at };
}

function writeTail(bytes: Buffer, clock: LogicalClock): void {
  const at = bytes.length - TAIL.length;
  bytes.set(TAIL, at);
  clock.write(bytes, at + OPERATION_TIME);
  clock.write(bytes, at + CLUSTER_TIME);
}

export function encodeReply(message: Message, reply: Doc, clock: LogicalClock): Buffer {
  const fields = encode(reply);
  const length = fields.length - 1 + TAIL.length;
  const { bytes, at } = startMessage(message, length);
  bytes.set(fields, at);
  bytes.writeInt32LE(length, at);
  writeTail(bytes, clock);
  return bytes;
}

const CURSOR = Buffer.from('\u0003cursor\0', 'latin1');
const FIRST_BATCH = Buffer.from('\u0004firstBatch\0', 'latin1');
const NEXT_BATCH = Buffer.from('\u0004nextBatch\0', 'latin1');
const ELEMENT_NAMES: Buffer[] = [];
const KEPT_NAMES = 1000;

/** Type byte and name of the document at position `i` of an array. */
function elementName(i: number): Buffer {
  const known = ELEMENT_NAMES[i];
  if (known) return known;
  const name = Buffer.from(`\u0003${i}\0`, 'latin1');
  if (i < KEPT_NAMES) ELEMENT_NAMES[i] = name;
  return name;
}

/** `{ cursor: { firstBatch | nextBatch, id, ns } }` around encoded documents, which are copied unchanged. */
export function encodeBatch(message: Message, batch: Batch, clock: LogicalClock): Buffer {
  const { documents, first, id, ns, snapshot } = batch;
  const head = first ? FIRST_BATCH : NEXT_BATCH;
  const moment = snapshot && { atClusterTime: clock.now() };
  const end = encode({ id: Long.fromBigInt(id), ns, ...moment }).subarray(4);
  let listBytes = 5;
  documents.forEach((document, i) => {
    listBytes += document.length + elementName(i).length;
  });
  const cursorBytes = 4 + head.length + listBytes + end.length;
  const length = 4 + CURSOR.length + cursorBytes + TAIL.length;
  const started = startMessage(message, length);
  const { bytes } = started;
  let { at } = started;
  const copy = (part: Buffer) => {
    bytes.set(part, at);
    at += part.length;
  };
  at = bytes.writeInt32LE(length, at);
  copy(CURSOR);
  at = bytes.writeInt32LE(cursorBytes, at);
  copy(head);
  at = bytes.writeInt32LE(listBytes, at);
  documents.forEach((document, i) => {
    copy(elementName(i));
    copy(document);
  });
  bytes[at++] = 0;
  copy(end);
  writeTail(bytes, clock);
  return bytes;
}

export function encodeError(message: Message, error: CommandError, clock: LogicalClock): Buffer {
  const { code, codeName, details, message: errmsg } = error;
  const labels = labelsOf(message.command, error);
  const document = encode({
    ok: 0,
    errmsg,
    code,
    codeName,
    ...details,
    ...(labels.length > 0 ? { errorLabels: labels } : {}),
    operationTime: clock.now(),
    $clusterTime: { clusterTime: clock.now(), signature: NO_SIGNATURE },
  });
  const { bytes, at } = startMessage(message, document.length);
  bytes.set(document, at);
  return bytes;
}
