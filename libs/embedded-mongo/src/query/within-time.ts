import { createContext, Script } from 'node:vm';
import { CommandError } from '../errors.js';

/** Total time for backtracking matches in one turn of the event loop, in ms. */
const LIMIT_MS = 200;

const place: { action: () => void } = { action: () => undefined };
const context = createContext(place);
const call = new Script('action()');

let spent = 0;

/**
 * Runs a match with a time limit: it runs in a `vm` script, which V8 can interrupt. Each call costs 0.3 ms.
 * @throws CommandError 51156 if the time is over, as MongoDB does where PCRE reaches its limit of steps
 */
export function withinTime<T>(match: () => T): T {
  if (spent === 0)
    setImmediate(() => {
      spent = 0;
    });
  let result: { value: T } | undefined;
  const began = performance.now();
  let ended = began;
  place.action = () => {
    result = { value: match() };
    ended = performance.now();
  };
  try {
    if (spent < LIMIT_MS) call.runInContext(context, { timeout: Math.ceil(LIMIT_MS - spent) });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    spent = LIMIT_MS;
  }
  if (!result)
    throw new CommandError(
      51156,
      'Error occurred while executing the regular expression: it takes too long on the embedded server',
    );
  spent += ended - began;
  return result.value;
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
