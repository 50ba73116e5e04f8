import * as z from 'zod/mini';
import { textSchema, type UserDto } from '#libs/contracts';
import { useForm } from '../../lib/use-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, Textarea } from '../../ui/form';
import { usersText } from './texts';

const LONGEST = 280;
const schema = z.object({ reason: textSchema(LONGEST) });

/** Asks why somebody is to be suspended, and says what that means. */
export function SuspendDialog({
  user,
  onClose,
  onConfirm,
}: {
  /** Null while nobody is to be suspended. */
  user: UserDto | null;
  onClose: () => void;
  onConfirm: (user: UserDto, reason: string) => void;
}) {
  return (
    <Dialog
      open={user !== null}
      onClose={onClose}
      title={user === null ? '' : usersText.suspendTitle(user.name)}
    >
      {user !== null && (
        <SuspendForm onClose={onClose} onConfirm={(reason) => onConfirm(user, reason)} />
      )}
    </Dialog>
  );
}

function SuspendForm({
  onClose,
  onConfirm,
}: {
  onClose: () => void;
  onConfirm: (reason: string) => void;
}) {
  const form = useForm({
    schema,
    messages: { reason: usersText.reasonMissing },
    onSubmit: ({ reason }) => onConfirm(reason),
  });
  return (
    <Form form={form}>
      <p>{usersText.suspendBody}</p>
      <Field name="reason" label={usersText.reason} hint={usersText.reasonHint}>
        <Textarea rows={3} maxLength={LONGEST} required />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {usersText.keep}
        </Button>
        <Button type="submit">{usersText.suspend}</Button>
      </div>
    </Form>
  );
}
