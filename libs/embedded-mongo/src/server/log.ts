import { CommandError } from '../errors.js';

/** What happens in a server, for whoever runs it; all further fields are plain values. */
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

/** A line of JSON for each entry. */
export const logAsJson =
  (write: (line: string) => void): Log =>
  (entry) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);

const NO_ROOM = 14_031;

/** An error that no client has caused: a fault of the server, or a disk that is full. */
export function logFault(log: Log, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof CommandError))
    log({ level: 'error', event: 'internal error', message, stack });
  else if (error.code === NO_ROOM) log({ level: 'error', event: 'no room', message });
}
