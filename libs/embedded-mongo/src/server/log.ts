import { CommandError } from '../errors.js';

/** A server event for the operator; all other fields are plain values. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event:
    | 'ready'
    | 'closed'
    | 'slow command'
    | 'no room'
    | 'data damaged'
    | 'internal error';
  readonly [field: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as a line of JSON. */
export const logAsJson =
  (write: (line: string) => void): Log =>
  (entry) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);

const NO_ROOM = 14_031;

/** Logs an error that no client caused: a fault of the server, or a full disk. */
export function logFault(log: Log, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof CommandError))
    log({ level: 'error', event: 'internal error', message, stack });
  else if (error.code === NO_ROOM) log({ level: 'error', event: 'no room', message });
}
