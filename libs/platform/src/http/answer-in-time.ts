import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { type Observable, throwError, timeout } from 'rxjs';
import { DomainError } from '../errors.js';

/** Milliseconds after which a route says that it cannot answer now. */
export const ANSWER_MS = 5_000;

/**
 * For routes whose answer is in Redis: while that is away they answer 503 in a few seconds. A queue that has not
 * reached Redis yet waits for it without asking anything, so that a time limit of commands alone would not do.
 */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const give = () => throwError(() => new DomainError('SERVICE_UNAVAILABLE'));
    return next.handle().pipe(timeout({ first: ANSWER_MS, with: give }));
  }
}
