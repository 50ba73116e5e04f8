import { StandardSchemaValidationPipe } from '@nestjs/common';
import * as z from 'zod';
import { BROKEN_MESSAGE, isBroken, plainMessage } from '#libs/contracts';
import { DomainError } from '../errors.js';

/** Maximum number of field errors in one response. */
const MAX_ISSUES = 50;

/** Parses bodies, queries and parameters by their contracts; `VALIDATION_FAILED` lists each wrong field. */
export class ValidationPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => validationFailed(issues) });
    // Standard Schema accepts no messages when it validates, so they are set globally; a schema's own messages take
    // precedence.
    z.config({ customError: plainMessage });
  }

  protected override async validate<Value>(
    ...[value, schema, options]: Parameters<StandardSchemaValidationPipe['validate']>
  ) {
    const result = await super.validate<Value>(value, schema, options);
    const issues = result.issues ?? brokenTexts(result.value);
    return issues.length > 0 ? { issues } : result;
  }
}

/** The error for fields that fail their schema. */
function validationFailed(issues: readonly Issue[]): DomainError {
  const errors = issues.slice(0, MAX_ISSUES).map(({ path = [], message }) => ({
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

/** An error in one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * The strings and keys of a parsed value that no text needs and no engine stores as they are: MongoDB refuses NUL in
 * keys and patterns, and replaces half a surrogate pair.
 */
export function brokenTexts(value: unknown, path: readonly string[] = []): Issue[] {
  if (typeof value === 'string') return isBroken(value) ? [{ path, message: BROKEN_MESSAGE }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    ...brokenTexts(key, path),
    ...brokenTexts(entry, [...path, key]),
  ]);
}
