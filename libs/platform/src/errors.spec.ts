import { describe, expect, it } from '@jest/globals';
import { errorCodes, problemSchema } from '#libs/contracts';
import { DomainError, problems } from './errors.js';
import { toProblem } from './http/problem.filter.js';
import { runInContext } from './request-context.js';

describe('the table of errors', () => {
  it('has a row for every code and for nothing else', () => {
    expect(Object.keys(problems).sort()).toEqual([...errorCodes].sort());
  });

  it.each(errorCodes)('%s is an error of HTTP with a sentence for people', (code) => {
    const { status, title } = problems[code];
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).toMatch(/^[A-Z].{5,}[^.]$/);
  });

  it('keeps 401 for those who are not signed in', () => {
    const unauthorized = errorCodes.filter((code) => problems[code].status === 401);
    expect(unauthorized.sort()).toEqual([
      'PASSWORD_REQUIRED',
      'SECOND_FACTOR_EXPIRED',
      'SECOND_FACTOR_FAILED',
      'SIGN_IN_FAILED',
      'TOKEN_INVALID',
      'UNAUTHENTICATED',
      'WEBHOOK_INVALID',
    ]);
  });

  it('names a code as constants are named', () => {
    for (const code of errorCodes) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
  });
});

describe('an error answer', () => {
  it.each(errorCodes)('of %s fits the contract and carries the request id', (code) => {
    const problem = runInContext({ requestId: 'request-1', actorId: null }, () =>
      toProblem(new DomainError(code)),
    );
    expect(problemSchema.parse(problem)).toEqual(problem);
    expect(problem).toMatchObject({
      code,
      status: problems[code].status,
      message: problems[code].title,
      requestId: 'request-1',
      type: expect.stringMatching(/^urn:farmgate:error:[a-z-]+$/),
    });
  });

  it('says what is wrong with which field, and what a program needs to explain it', () => {
    const error = new DomainError('VALIDATION_FAILED', 'items: too many', {
      errors: [{ path: 'items', message: 'too many' }],
      details: { most: 100 },
    });
    expect(toProblem(error)).toMatchObject({
      detail: 'items: too many',
      message: 'items: too many',
      errors: [{ path: 'items', message: 'too many' }],
      details: { most: 100 },
    });
    expect(toProblem(new DomainError('INTERNAL'))).not.toHaveProperty('errors');
  });
});
