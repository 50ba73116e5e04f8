import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { plainMessage } from '#libs/contracts';
import { ApiError } from '../api/api';

/** Error messages by field name (dotted, as in `address.city`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** Thrown by a submit handler to set errors of fields, or of the whole form under the empty name. */
export class FormError extends Error {
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0] ?? 'form error');
    this.name = 'FormError';
    this.errors = errors;
  }
}

export interface FormController {
  /** Prefix of the ids of the form's controls. */
  readonly id: string;
  readonly errors: FieldErrors;
  /** An error that belongs to no field. */
  readonly failure: unknown;
  readonly busy: boolean;
  /** Number of failed submits: the error summary takes the focus after each. */
  readonly failedSubmits: number;
  readonly dirty: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void;
  /** Reports a change that fires no event in the form, of a field if it is named. */
  readonly touch: (name?: string) => void;
  readonly checks: FieldChecks;
}

/** By field name: says why the field's text cannot be read, or null. Asked before a submit, besides the schema. */
type FieldChecks = Map<string, () => string | null>;

interface Options<Schema extends z.ZodMiniType> {
  schema: Schema;
  /** Error messages by field name, instead of the schema's. */
  messages?: FieldErrors;
  onSubmit: (value: z.infer<Schema>, form: HTMLFormElement) => Promise<void> | void;
}

/**
 * A form with uncontrolled fields: parses them with the contract's schema on submit, assigns errors of the schema and
 * the server to the fields, and ignores a submit while another one is in flight.
 */
export function useForm<Schema extends z.ZodMiniType>(options: Options<Schema>): FormController {
  const id = useId();
  const submitting = useRef(false);
  const [checks] = useState<FieldChecks>(() => new Map());
  const [state, setState] = useState<{
    errors: FieldErrors;
    failure: unknown;
    busy: boolean;
    failedSubmits: number;
    dirty: boolean;
  }>({ errors: {}, failure: null, busy: false, failedSubmits: 0, dirty: false });

  const fail = (errors: FieldErrors, failure: unknown = null) =>
    setState((now) => ({
      ...now,
      errors,
      failure,
      busy: false,
      dirty: now.dirty || state.dirty,
      failedSubmits: now.failedSubmits + 1,
    }));

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (submitting.current) return;
    const parsed = options.schema.safeParse(readForm(new FormData(form)), {
      error: plainMessage,
    });
    const unread = [...checks].flatMap(([name, check]) => {
      const problem = check();
      return problem === null ? [] : [[name, problem]];
    });
    if (!parsed.success || unread.length > 0) {
      const issues = (parsed.error?.issues ?? []).map(({ path, message }): [string, string] => [
        path.join('.'),
        message,
      ]);
      fail({ ...pickMessages(issues, options.messages), ...Object.fromEntries(unread) });
      return;
    }
    submitting.current = true;
    // Dirty again if something is typed meanwhile, which the submit does not contain, or if the submit fails.
    setState((now) => ({ ...now, errors: {}, failure: null, busy: true, dirty: false }));
    Promise.resolve(options.onSubmit(parsed.data, form))
      .then(() => setState((now) => ({ ...now, busy: false })))
      .catch((error: unknown) => {
        if (error instanceof FormError) {
          const { '': formMessage, ...fields } = error.errors;
          fail(fields, formMessage === undefined ? null : new Error(formMessage));
        } else if (error instanceof ApiError && (error.problem.errors?.length ?? 0) > 0) {
          const found = error.problem.errors ?? [];
          fail(pickMessages(found.map((one) => [one.path, one.message])));
        } else fail({}, error);
      })
      .finally(() => {
        submitting.current = false;
      });
  };

  const touch = useCallback((name = '') => {
    setState((now) => {
      if (now.dirty && now.errors[name] === undefined) return now;
      const { [name]: _, ...errors } = now.errors;
      return { ...now, errors, dirty: true };
    });
  }, []);

  const onChange = useCallback(
    (event: FormEvent<HTMLFormElement>) => touch((event.target as Partial<HTMLInputElement>).name),
    [touch],
  );

  return { id, ...state, onSubmit, onChange, touch, checks };
}

/** The first error of each field; the form's own message takes precedence over the schema's. */
function pickMessages(found: [string, string][], own: FieldErrors = {}): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [path, message] of found) errors[path] ??= own[path] ?? capitalized(message);
  return errors;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The form's fields as an object; dotted names nest. */
function readForm(data: FormData): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of data.entries()) {
    const keys = name.split('.');
    const last = keys.pop() ?? name;
    let target = result;
    for (const key of keys) {
      target[key] ??= {};
      target = target[key] as Record<string, unknown>;
    }
    target[last] = value;
  }
  return result;
}
