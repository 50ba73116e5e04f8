import { StandardSchemaValidationPipe } from '@nestjs/common';
import * as z from 'zod';
import { plainMessage } from '#libs/contracts';
import { DomainError } from '../errors.js';
import { type Issue, nulIssues } from './nul-issues.js';

/** Field errors that one response holds at the most. */
const MOST_ISSUES = 50;

/** Parses bodies, queries and parameters by the schemas of the contracts; `VALIDATION_FAILED` names each wrong field. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => validationFailed(issues) });
    // A standard schema takes no messages when it validates; those that a schema has itself come first.
    z.config({ customError: plainMessage });
  }

  protected override async validate<Value>(
    ...[value, schema, options]: Parameters<StandardSchemaValidationPipe['validate']>
  ) {
    const result = await super.validate<Value>(value, schema, options);
    const issues = result.issues ?? nulIssues(result.value);
    return issues.length > 0 ? { issues } : result;
  }
}

/** The error of fields that a schema refuses. */
function validationFailed(issues: readonly Issue[]): DomainError {
  const errors = issues.slice(0, MOST_ISSUES).map(({ path = [], message }) => ({
    path: path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
    message,
  }));
  const first = errors[0];
  return new DomainError(
    'VALIDATION_FAILED',
    first ? `${first.path}${first.path && ': '}${first.message}` : undefined,
    { errors },
  );
}
