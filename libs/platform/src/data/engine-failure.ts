import { mongo } from 'mongoose';
import { CommitUnknown } from './commit.js';
import { DeadlineExceeded } from './deadlines.js';

/** Why an engine fails a request. The same request may succeed later, or once an operator has helped. */
export type EngineFailure = 'unavailable' | 'loading' | 'full' | 'read-only' | 'corrupt';
export interface FailedEngine {
  readonly engine: 'mongodb' | 'redis';
  readonly failure: EngineFailure;
}

/** Seconds after which a client may try again. */
export const retryAfterS: Record<EngineFailure, number> = {
  unavailable: 1,
  loading: 2,
  'read-only': 10,
  full: 30,
  corrupt: 30,
};

/** Which engine failed, and why; null for every other error, which is a bug. */
export function engineFailureOf(error: unknown): FailedEngine | null {
  if (!(error instanceof Error)) return null;
  const redis = redisFailureOf(error);
  if (redis) return { engine: 'redis', failure: redis };
  const mongodb = mongoFailureOf(error);
  if (mongodb) return { engine: 'mongodb', failure: mongodb };
  return firstOf(insideOf(error));
}

/** Whether the database failed, or took too long. */
export const isDatabaseFailure = (error: unknown): boolean =>
  engineFailureOf(error)?.engine === 'mongodb';

function firstOf(errors: readonly unknown[]): FailedEngine | null {
  for (const error of errors) {
    const found = engineFailureOf(error);
    if (found) return found;
  }
  return null;
}

/** The errors inside an error: of several attempts, of a transaction's commands, and the cause. */
function insideOf(error: Error): unknown[] {
  const attempts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const commands = 'previousErrors' in error ? error.previousErrors : [];
  return [...attempts, ...(Array.isArray(commands) ? (commands as unknown[]) : []), error.cause];
}

/** Keyed by the first word of Redis' error reply. */
const REFUSALS: Readonly<Record<string, EngineFailure>> = {
  OOM: 'full',
  READONLY: 'read-only',
  NOREPLICAS: 'read-only',
  LOADING: 'loading',
  BUSY: 'unavailable',
  CLUSTERDOWN: 'unavailable',
  MASTERDOWN: 'unavailable',
  TRYAGAIN: 'unavailable',
  // A blocking read that a failover interrupted.
  UNBLOCKED: 'unavailable',
};
const NO_SPACE = /no space left on device|disk quota exceeded|over your space quota|MDB_MAP_FULL/i;
const NOT_WRITABLE = /read-only file system/i;
/** ioredis' messages about a connection, for which it has no error classes. */
const NO_ANSWER = /^(Command timed out|Connection is closed\.|Stream isn't writeable)/;

function redisFailureOf({ name, message }: Error): EngineFailure | null {
  if (name === 'MaxRetriesPerRequestError' || NO_ANSWER.test(message)) return 'unavailable';
  if (name !== 'ReplyError') return null;
  const word = message.slice(0, message.indexOf(' '));
  // Redis cannot write its files, and gives the reason only sometimes.
  if (word === 'MISCONF') return NO_SPACE.test(message) ? 'full' : 'read-only';
  return REFUSALS[word] ?? null;
}

/** By MongoDB's error code. After a shutdown or a step-down another primary answers soon. */
const CODES: ReadonlyMap<number, EngineFailure> = new Map([
  ...[91, 189, 10_107, 11_600, 11_602, 13_435, 13_436].map(
    (code) => [code, 'unavailable'] as const,
  ),
  // `maxTimeMS` was exceeded, or too few members acknowledged in time.
  [50, 'unavailable'],
  [64, 'unavailable'],
  [14_031, 'full'],
]);
const CODE_NAMES: Readonly<Record<string, EngineFailure>> = {
  OutOfDiskSpace: 'full',
  UserWritesBlocked: 'read-only',
  DataCorruptionDetected: 'corrupt',
};
/** Codes of a broken socket, which the driver passes on when a long write breaks off. */
const BROKEN = new Set<unknown>(['ECONNRESET', 'EPIPE']);

function mongoFailureOf(error: Error): EngineFailure | null {
  if (error instanceof mongo.MongoServerError) {
    const { code, codeName, message } = error;
    const known = CODES.get(Number(code)) ?? CODE_NAMES[String(codeName)];
    if (known) return known;
    if (NO_SPACE.test(message)) return 'full';
    if (NOT_WRITABLE.test(message)) return 'read-only';
    // A bulk write has the cause inside.
    const inside = firstOf([error.errorResponse]);
    if (inside) return inside.failure;
  }
  const isUnavailable =
    error instanceof DeadlineExceeded ||
    error instanceof CommitUnknown ||
    ('code' in error && BROKEN.has(error.code)) ||
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoClientClosedError ||
    // The driver does not export it: no connection became free in time.
    error.name === 'MongoWaitQueueTimeoutError';
  return isUnavailable ? 'unavailable' : null;
}

const DUPLICATE_KEY = 11_000;

/** Whether a write failed because another document has the same unique key. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
