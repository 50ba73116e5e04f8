import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ordersText } from './texts';

const LONGEST = 280;

/** Asks for a reason before a step that cannot be taken back. */
export function ReasonDialog({
  open,
  title,
  body,
  hint,
  required,
  confirm,
  onClose,
  onConfirm,
}: {
  open: boolean;
  title: string;
  body: string;
  hint: string;
  required: boolean;
  confirm: string;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    if (required && reason === '') return setError(ordersText.reasonMissing);
    if (reason.length > LONGEST) return setError(ordersText.reasonLong);
    setError(null);
    onConfirm(reason);
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <p>{body}</p>
        <div className="grid gap-1.5">
          <label htmlFor={id} className="font-semibold">
            {ordersText.reason}
          </label>
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
          <textarea
            id={id}
            name="reason"
            rows={3}
            maxLength={LONGEST}
            required={required}
            aria-invalid={error !== null || undefined}
            aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
            className="w-full rounded-md border border-edge bg-paper px-3 py-2"
          />
          {error !== null && (
            <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-tomato-ink">
              {error}
            </p>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="ghost" onClick={close}>
            {ordersText.keep}
          </Button>
          <Button tone="primary" type="submit">
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
