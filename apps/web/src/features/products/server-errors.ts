import { ApiError } from '../../lib/api/api';
import { FormError } from '../../lib/forms/use-form';

/** Capitalizes a message of the server: `must not be empty` → `Must not be empty`. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * Converts field errors of the server to a `FormError`. `fieldOf` maps a path to the form's field; for instance, all
 * allergens are one text field. Other errors are returned unchanged.
 */
export function asFormError(error: unknown, fieldOf: (path: string) => string): unknown {
  const fieldErrors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  if (fieldErrors.length === 0) return error;
  const errors: Record<string, string> = {};
  for (const { path, message } of fieldErrors) errors[fieldOf(path)] ??= asSentence(message);
  return new FormError(errors);
}
