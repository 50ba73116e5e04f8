import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { keyOfLine, RepeatedLines } from './repeated-lines.js';
import { currentContext } from './request-context.js';
import { redacted, withoutPeople } from './without-secrets.js';

export type { Logger } from 'pino';

const WARN = 40;

/**
 * A structured logger; every line carries the request id. No line holds a secret or personal data: of an error it
 * logs type, message, code, stack and causes, and it removes e-mail addresses, passwords, cookies and tokens.
 */
export function createLogger(level: string, process: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { process },
    mixin: () => ({ requestId: currentContext().requestId }),
    // Errors are serialised below.
    serializers: { err: (error: unknown) => error },
    formatters: {
      log: (line) =>
        redacted(
          Object.fromEntries(
            Object.entries(line).map(([name, value]) => [
              name,
              value instanceof Error ? toLogged(value) : value,
            ]),
          ),
        ),
    },
    hooks: {
      // The message, and those of errors.
      streamWrite: withoutPeople,
      logMethod: sampled(),
    },
  };
  return to ? pino(options, to) : pino(options);
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/**
 * Writes the first of equal warnings and errors, then one at growing intervals with `repeated`, the number skipped in
 * between.
 */
function sampled(): LogMethod {
  const lines = new RepeatedLines();
  return function log(args, method, level) {
    const [given, message = given] = args as unknown[];
    const repeated = level < WARN ? 0 : lines.take(keyOfLine(level, given, message));
    if (repeated === null) return;
    if (repeated === 0) return method.apply(this, args);
    const fields = given instanceof Error ? { err: given } : typeof given === 'object' ? given : {};
    method.apply(this, [{ ...fields, repeated }, message as string]);
  };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack: string | undefined;
  readonly cause?: LoggedError;
}

/** The logged fields of an error; drivers attach requests and documents, and so personal data, to the others. */
function toLogged(error: Error): LoggedError {
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: toLogged(error.cause) }),
  };
}

/** Nest's own messages through the same logger. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'error' | 'warn' | 'info' | 'debug') =>
    (message: unknown, ...more: unknown[]) => {
      const context = more.findLast((entry) => typeof entry === 'string');
      if (message instanceof Error) logger[level]({ err: message, context });
      else logger[level]({ context }, String(message));
    };
  // Nest's start-up lines ("Mapped {…} route") only help those who debug Nest.
  return {
    log: write('debug'),
    error: write('error'),
    warn: write('warn'),
    debug: write('debug'),
    verbose: write('debug'),
    fatal: write('error'),
  };
}

/** Injection token for the process's {@link Logger}. */
export const LOGGER = Symbol('LOGGER');
