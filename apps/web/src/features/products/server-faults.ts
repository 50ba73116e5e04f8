import { ApiError } from '../../lib/api';
import { FormError } from '../../lib/use-form';

/** A sentence of the server's fragment: `must not be empty` → `Must not be empty`. */
export const asSentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);

/**
 * The error of a form: what the server says of fields, at the fields that the form has for them. `fieldOf`
 * names the field of a path, such as the one text in which all allergens stand. Other errors stay as they are.
 */
export function asFormError(error: unknown, fieldOf: (path: string) => string): unknown {
  const said = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  if (said.length === 0) return error;
  const errors: Record<string, string> = {};
  for (const { path, message } of said) errors[fieldOf(path)] ??= asSentence(message);
  return new FormError(errors);
}
