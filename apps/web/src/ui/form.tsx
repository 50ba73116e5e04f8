import {
  type ComponentPropsWithRef,
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { ApiError } from '../lib/api/api';
import { cx } from '../lib/cx';
import type { FieldErrors, FormController } from '../lib/forms/use-form';
import { Button, type ButtonTone } from './button';
import { errorMessage } from './states';
import { formText, uiText } from './texts';
import { UnsavedGuard } from './unsaved-guard';

const FormContext = createContext<
  { id: string; errors: FieldErrors } & Partial<Pick<FormController, 'busy' | 'checks' | 'touch'>>
>({ id: 'f', errors: {} });
const FieldContext = createContext<{
  id: string;
  name: string;
  describedBy?: string;
  error?: string | undefined;
}>({
  id: '',
  name: '',
});

/** A form controlled by `useForm`, with an error summary; its fields show their own errors. */
export function Form({
  form,
  children,
  guard = false,
  className,
  labels = {},
  ...rest
}: {
  form: FormController;
  children: ReactNode;
  /** Asks for confirmation before a navigation discards unsaved input. */
  guard?: boolean;
  className?: string;
  /** Field name → its label, for the summary. */
  labels?: Record<string, string>;
  /** For a submit button outside of the form. */
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  return (
    <FormContext value={form}>
      <form
        {...rest}
        noValidate
        onSubmit={form.onSubmit}
        onChange={form.onChange}
        className={cx('grid gap-5', className)}
      >
        {guard && <UnsavedGuard active={form.dirty && !form.busy} />}
        <FormErrorSummary form={form} labels={labels} />
        {children}
      </form>
    </FormContext>
  );
}

/** The end of a form in a dialog. */
export function FormActions({
  cancel,
  onCancel,
  send,
  tone,
  disabledReason = null,
}: {
  cancel: string;
  onCancel: () => void;
  /** Of the button that submits. */
  send: string;
  tone?: ButtonTone;
  disabledReason?: string | null;
}) {
  const { busy = false } = useContext(FormContext);
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button tone="ghost" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" tone={tone} busy={busy} disabledReason={disabledReason}>
        {send}
      </Button>
    </div>
  );
}

/** The errors, with links to the fields; takes the focus after a failed submit. */
export function FormErrorSummary({
  form,
  labels = {},
}: {
  form: FormController;
  labels?: Record<string, string>;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.failedSubmits > 0) box.current?.focus();
  }, [form.failedSubmits]);
  const entries = Object.entries(form.errors);
  if (entries.length === 0 && form.failure === null) return null;
  const requestId = form.failure instanceof ApiError ? form.failure.problem.requestId : '';
  const own = form.failure instanceof Error && !(form.failure instanceof ApiError);
  const isOwnText = own && form.failure instanceof Error && form.failure.name === 'Error';
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-md border-2 border-tomato-ink bg-tomato-tint p-4 text-tomato-ink"
    >
      {form.failure !== null && (
        <p className="font-semibold">
          {isOwnText ? (form.failure as Error).message : errorMessage(form.failure)}
        </p>
      )}
      {requestId !== '' && <p className="font-mono text-xs">{uiText.requestId(requestId)}</p>}
      {entries.length > 0 && (
        <>
          <p className="font-semibold">{formText.errorCount(entries.length)}</p>
          <ul className="mt-1 list-disc pl-5">
            {entries.map(([name, message]) => (
              <li key={name}>
                <a
                  className="underline"
                  href={`#${controlId(form.id, name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(controlId(form.id, name))?.focus();
                  }}
                >
                  {labels[name] === undefined ? message : `${labels[name]}: ${message}`}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function controlId(form: string, name: string): string {
  return `${form}-${name}`;
}

/** A label, its control, a hint and the field's error, connected by ARIA attributes. */
export function Field({
  name,
  label,
  hint,
  optional = false,
  hideLabel = false,
  className,
  children,
}: {
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const form = useContext(FormContext);
  const id = controlId(form.id, name);
  const error = form.errors[name];
  const described = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <FieldContext value={{ id, name, describedBy: described || undefined, error }}>
      <div className={cx('grid content-start gap-1.5', className)}>
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-semibold'}>
          {label}
          {optional && <span className="font-normal text-ink-soft"> {formText.optional}</span>}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
        {children}
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </FieldContext>
  );
}

function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="text-sm font-semibold text-tomato-ink">
      {children}
    </p>
  );
}

/** `problem` is what the control itself says about its text. */
function useControl(problem: string | null = null) {
  const field = useContext(FieldContext);
  const isInvalid = field.error !== undefined || problem !== null;
  return {
    id: field.id || undefined,
    name: field.name || undefined,
    'aria-describedby':
      cx(field.describedBy, problem !== null && `${field.id}-problem`) || undefined,
    'aria-invalid': isInvalid || undefined,
    className: cx(
      'w-full min-h-11 rounded-md border bg-paper px-3 py-2 text-ink placeholder:text-ink-soft',
      // the attribute, because `:read-only` also matches selects and date fields
      '[&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:opacity-60',
      isInvalid ? 'border-2 border-tomato-ink' : 'border-edge',
    ),
  };
}

type Plain<Props> = Omit<Props, 'className'>;

export function Input(props: Plain<ComponentPropsWithRef<'input'>>) {
  return <input {...useControl()} {...props} />;
}

/**
 * An input that says on leaving it what is wrong with its text, and does not let a form submit it: `check` is asked, and
 * `problem` is shown, unless the form shows the same.
 */
export function CheckedInput({
  check,
  problem,
  ...props
}: Plain<ComponentPropsWithRef<'input'>> & {
  check: () => string | null;
  problem: string | null;
}) {
  const { checks } = useContext(FormContext);
  const { id, name, error } = useContext(FieldContext);
  const shown = problem === error ? null : problem;
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    checks?.set(name, () => latest.current());
    return () => void checks?.delete(name);
  }, [checks, name]);
  return (
    <>
      <input {...useControl(shown)} {...props} />
      {shown !== null && <FieldError id={`${id}-problem`}>{shown}</FieldError>}
    </>
  );
}

/** Reports a change of the field that fires no event in its form. */
export function useTouch(): () => void {
  const { touch } = useContext(FormContext);
  const { name } = useContext(FieldContext);
  return () => touch?.(name);
}

export function Textarea(props: Plain<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return <textarea rows={4} {...useControl()} {...props} />;
}

export function Select(props: Plain<SelectHTMLAttributes<HTMLSelectElement>>) {
  const { className, ...control } = useControl();
  return <select className={cx(className, 'pr-8')} {...control} {...props} />;
}

/** A checkbox with its label; submits `on` under its name when it is checked. */
export function Checkbox({
  label,
  hint,
  ...rest
}: Plain<InputHTMLAttributes<HTMLInputElement>> & { label: string; hint?: ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input {...rest} type="checkbox" className="mt-0.5 size-5 shrink-0 accent-(--leaf)" />
      <span>
        <span className="font-semibold">{label}</span>
        {hint !== undefined && <span className="block text-sm text-ink-soft">{hint}</span>}
      </span>
    </label>
  );
}
