import { Binary, Long, Timestamp } from 'bson';
import { decode, decodeCommand, MAX_MESSAGE_DEPTH } from '../bson/decode.js';
import { encode, encodeBehind } from '../bson/encode.js';
import type { Doc } from '../bson/types.js';
import type { CommandError } from '../errors.js';
import { labelsOf } from './error-labels.js';

/** MongoDB's wire protocol: OP_MSG, and OP_QUERY only for the first hello of a driver. */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MAX_MESSAGE_BYTES = 48_000_000;
/** The length and the end of a document without fields. */
const MIN_DOCUMENT_BYTES = 5;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;

export interface Message {
  id: number;
  legacy: boolean;
  /** The client expects no answer (`w: 0`). */
  silent: boolean;
  /** Its `documents`, to insert, are encoded. */
  command: Doc;
}

/** Splits a byte stream into messages. */
export class MessageReader {
  private pending: Buffer[] = [];
  private bytes = 0;
  /** Bytes without which there is no next message. */
  private wanted = 4;

  push(chunk: Buffer): Buffer[] {
    this.pending.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes < this.wanted) return [];
    const messages: Buffer[] = [];
    let rest = this.pending.length === 1 ? chunk : Buffer.concat(this.pending);
    for (this.wanted = 4; rest.length >= this.wanted; this.wanted = 4) {
      this.wanted = rest.readInt32LE(0);
      if (this.wanted < 16 || this.wanted > MAX_MESSAGE_BYTES)
        throw new Error(`invalid message of ${this.wanted} bytes`);
      if (rest.length < this.wanted) break;
      messages.push(rest.subarray(0, this.wanted));
      rest = rest.subarray(this.wanted);
    }
    this.pending = rest.length > 0 ? [rest] : [];
    this.bytes = rest.length;
    return messages;
  }
}

/** A message whose command cannot be read, to which an error can be sent. */
export const unreadable = (bytes: Buffer): Message => ({
  id: bytes.readInt32LE(4),
  legacy: false,
  silent: (bytes.readUInt32LE(16) & MORE_TO_COME) !== 0,
  command: {},
});

export function parseMessage(bytes: Buffer): Message {
  const id = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === OP_QUERY) {
    const nameEnd = bytes.indexOf(0, 20);
    const [$db] = bytes.toString('utf8', 20, nameEnd).split('.');
    const command = decode(bytes, nameEnd + 9, MAX_MESSAGE_DEPTH);
    return { id, legacy: true, silent: false, command: { ...command, $db } };
  }
  if (opcode !== OP_MSG)
    throw new Error(`opcode ${opcode} is not supported by the embedded server`);
  const message = unreadable(bytes);
  const hasChecksum = (bytes.readUInt32LE(16) & CHECKSUM_PRESENT) !== 0;
  const end = hasChecksum ? bytes.length - 4 : bytes.length;
  for (let at = 20; at < end; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (size < MIN_DOCUMENT_BYTES) throw new Error(`invalid section of ${size} bytes`);
    // the name of the command is its first field
    if (kind === 0) message.command = { ...decodeCommand(bytes, at), ...message.command };
    else if (kind === 1) Object.assign(message.command, readSequence(bytes, at, size));
    else throw new Error(`section of kind ${kind} is not supported`);
    at += size;
  }
  return message;
}

function readSequence(bytes: Buffer, start: number, size: number): Doc {
  const nameEnd = bytes.indexOf(0, start + 4);
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < start + size; ) {
    const length = bytes.readInt32LE(at);
    // a length of 0 would be read for ever
    if (length < MIN_DOCUMENT_BYTES) throw new Error(`invalid document of ${length} bytes`);
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  const name = bytes.toString('utf8', start + 4, nameEnd);
  // documents to insert stay encoded; other sequences are small
  return name === 'documents'
    ? { documents }
    : { [name]: documents.map((one) => decode(one, 0, MAX_MESSAGE_DEPTH)) };
}

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
}

const NO_SIGNATURE = encode({ hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO });
/** Offset of the document after the header and the fields of an OP_REPLY, or the flags and the section of an OP_MSG. */
const REPLY_START = 36;
const MSG_START = 21;

let nextReplyId = 1;

export function encodeReply({ id, legacy }: Message, reply: Doc, clock: LogicalClock): Buffer {
  const clusterTime = clock.now();
  const $clusterTime = { clusterTime, signature: NO_SIGNATURE };
  const start = legacy ? REPLY_START : MSG_START;
  const bytes = encodeBehind(start, { ...reply, operationTime: clusterTime, $clusterTime });
  bytes.fill(0, 0, start);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(nextReplyId++ & 0x7fffffff, 4);
  bytes.writeInt32LE(id, 8);
  bytes.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) {
    bytes.writeInt32LE(8, 16);
    bytes.writeInt32LE(1, 32);
  }
  return bytes;
}

/** The reply of a failed command. */
export function errorReply(command: Doc, error: CommandError): Doc {
  const { code, codeName, details, message: errmsg } = error;
  const labels = labelsOf(command, error);
  const errorLabels = labels.length > 0 ? labels : undefined;
  return { ok: 0, errmsg, code, codeName, ...details, errorLabels };
}
