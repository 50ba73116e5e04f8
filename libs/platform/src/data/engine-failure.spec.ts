import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { engineFailureOf } from './engine-failure.js';

const refusal = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const command = (code: number, errmsg = 'refused', codeName?: string) =>
  new mongo.MongoServerError({ code, errmsg, ...(codeName && { codeName }) });
const aborted = Object.assign(
  refusal('EXECABORT Transaction discarded because of previous errors.'),
  { previousErrors: [refusal("OOM command not allowed when used memory > 'maxmemory'.")] },
);

describe('the failure of an engine', () => {
  it.each<[string, Error, string, string]>([
    ['OOM', refusal("OOM command not allowed when used memory > 'maxmemory'."), 'redis', 'full'],
    ['OOM in a transaction', aborted, 'redis', 'full'],
    [
      'READONLY',
      refusal("READONLY You can't write against a read only replica."),
      'redis',
      'read-only',
    ],
    ['NOREPLICAS', refusal('NOREPLICAS Not enough good replicas to write.'), 'redis', 'read-only'],
    ['LOADING', refusal('LOADING Redis is loading the dataset in memory'), 'redis', 'loading'],
    ['MISCONF', refusal('MISCONF Redis is configured to save RDB snapshots'), 'redis', 'read-only'],
    [
      'MISCONF of a full disk',
      refusal('MISCONF Errors writing to the AOF file: No space left on device'),
      'redis',
      'full',
    ],
    ['a command without an answer', new Error('Command timed out'), 'redis', 'unavailable'],
    ['OutOfDiskSpace', command(14_031), 'mongodb', 'full'],
    ['no space', command(1, 'pwrite: No space left on device'), 'mongodb', 'full'],
    [
      'OutOfDiskSpace in a bulk write',
      new mongo.MongoBulkWriteError(command(14_031) as never, {} as never),
      'mongodb',
      'full',
    ],
    ['blocked writes', command(371, 'blocked', 'UserWritesBlocked'), 'mongodb', 'read-only'],
    [
      'a file system that is read-only',
      command(1, 'Read-only file system'),
      'mongodb',
      'read-only',
    ],
    ['damaged data', command(0, 'x', 'DataCorruptionDetected'), 'mongodb', 'corrupt'],
    ['a primary that steps down', command(189), 'mongodb', 'unavailable'],
    ['a cause', new Error('x', { cause: command(14_031) }), 'mongodb', 'full'],
  ])('is known by %s', (_, error, engine, failure) => {
    expect(engineFailureOf(error)).toEqual({ engine, failure });
  });

  it.each([
    new TypeError('x is not a function'),
    refusal('WRONGTYPE Operation against a key holding the wrong kind of value'),
    command(11_000),
    'OOM',
    undefined,
  ])('is not seen in %s', (error) => {
    expect(engineFailureOf(error)).toBeNull();
  });
});
