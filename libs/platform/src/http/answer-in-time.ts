import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, throwError, timeout } from 'rxjs';
import { DomainError } from '../errors.js';

/** Milliseconds after which a route answers 503. */
export const ANSWER_MS = 5_000;

/**
 * For routes that read from Redis: while it is unavailable they answer 503 within seconds. A queue that is not
 * connected yet waits without sending a command, so a command timeout is not enough.
 */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const give = () => throwError(() => new DomainError('SERVICE_UNAVAILABLE'));
    return next.handle().pipe(timeout({ first: ANSWER_MS, with: give }));
  }
}
