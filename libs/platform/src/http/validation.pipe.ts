import { StandardSchemaValidationPipe } from '@nestjs/common';
import { DomainError } from '../errors.js';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Field errors that one response holds at the most. */
const MOST_ISSUES = 50;
const NUL = '\0';

/** Parses bodies, queries and parameters by the schemas of the contracts; `VALIDATION_FAILED` names each wrong field. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => validationFailed(issues) });
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

/** The texts and keys of a parsed value with a NUL: no text needs one, and MongoDB refuses it in keys and patterns. */
export function nulIssues(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string')
    return value.includes(NUL) ? [{ path, message: 'must not contain a NUL character' }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...nulIssues(key, path),
    ...nulIssues(entry, [...path, key]),
  ]);
}
