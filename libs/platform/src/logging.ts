import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentContext } from './request-context.js';

export type { Logger } from 'pino';

/** A structured logger; every line carries the request id. Secrets and bodies are never logged. */
export function createLogger(level: string, process: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    mixin: () => ({ requestId: currentContext().requestId }),
    redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token', 'ticket'],
  };
  return to ? pino(options, to) : pino(options);
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
  // Nest's start-up chatter ("Mapped {…} route") is of use to those who debug Nest.
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
