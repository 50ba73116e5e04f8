import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from './api';

/** Field name (dotted, as in `address.city`) → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Thrown by a submit handler to put messages on fields, or on the whole form under the empty name. */
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
  /** A failure that belongs to no field. */
  readonly failure: unknown;
  readonly busy: boolean;
  /** How often a submit was refused: the summary takes the focus each time. */
  readonly refusals: number;
  readonly dirty: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onChange: (event: FormEvent<HTMLFormElement>) => void;
  /** Reports a change that fires no event in the form. */
  readonly touch: () => void;
}

interface Options<Schema extends z.ZodMiniType> {
  schema: Schema;
  /** Words for a field that the schema refuses, by field name. */
  messages?: FieldErrors;
  onSubmit: (value: z.infer<Schema>, form: HTMLFormElement) => Promise<void> | void;
}

/**
 * A form whose fields keep their own text: parses with the contract's schema on submit, ties what the
 * schema or the server refuses to its fields, and never sends twice at once.
 */
export function useForm<Schema extends z.ZodMiniType>(options: Options<Schema>): FormController {
  const id = useId();
  const sending = useRef(false);
  const [state, setState] = useState<{
    errors: FieldErrors;
    failure: unknown;
    busy: boolean;
    refusals: number;
    dirty: boolean;
  }>({ errors: {}, failure: null, busy: false, refusals: 0, dirty: false });

  const refuse = (errors: FieldErrors, failure: unknown = null) =>
    setState((now) => ({ ...now, errors, failure, busy: false, refusals: now.refusals + 1 }));

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.current) return;
    const parsed = options.schema.safeParse(readForm(new FormData(form)));
    if (!parsed.success) {
      const found = parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]);
      refuse(pickMessages(found as [string, string][], options.messages));
      return;
    }
    sending.current = true;
    setState((now) => ({ ...now, errors: {}, failure: null, busy: true }));
    Promise.resolve(options.onSubmit(parsed.data, form))
      .then(() => setState((now) => ({ ...now, busy: false, dirty: false })))
      .catch((error: unknown) => {
        if (error instanceof FormError) {
          const { '': whole, ...fields } = error.errors;
          refuse(fields, whole === undefined ? null : new Error(whole));
        } else if (error instanceof ApiError && (error.problem.errors?.length ?? 0) > 0) {
          const found = error.problem.errors ?? [];
          refuse(pickMessages(found.map((one) => [one.path, one.message])));
        } else refuse({}, error);
      })
      .finally(() => {
        sending.current = false;
      });
  };

  const onChange = useCallback((event: FormEvent<HTMLFormElement>) => {
    const name = (event.target as Partial<HTMLInputElement>).name ?? '';
    setState((now) => {
      if (now.dirty && now.errors[name] === undefined) return now;
      const { [name]: _, ...errors } = now.errors;
      return { ...now, errors, dirty: true };
    });
  }, []);

  const touch = useCallback(() => {
    setState((now) => (now.dirty ? now : { ...now, dirty: true }));
  }, []);

  return { id, ...state, onSubmit, onChange, touch };
}

/** The first message of each field; the catalogue's words before the schema's. */
function pickMessages(found: [string, string][], own: FieldErrors = {}): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [path, message] of found) errors[path] ??= own[path] ?? message;
  return errors;
}

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
