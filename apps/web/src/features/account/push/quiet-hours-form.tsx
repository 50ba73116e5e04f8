import { useId } from 'react';
import { type PushDto, quietHoursSchema } from '#libs/contracts';
import { useSettings } from '../../../lib/api/public-data';
import { useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Field, Form, Input } from '../../../ui/form';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { useSetQuietHours } from './push';
import { pushText as text } from './texts';

const NIGHT = { from: '21:00', to: '07:00' };
const labels = { from: text.from, to: text.to };

/** When none of a person's devices shows anything. */
export function QuietHoursForm({ quiet }: Pick<PushDto, 'quiet'>) {
  const title = useId();
  const zone = useSettings()?.timeZone ?? '';
  const saving = useSetQuietHours();
  const toast = useToast();
  const form = useForm({
    schema: quietHoursSchema,
    messages: { from: text.wrongTime, to: text.wrongTime },
    onSubmit: async (hours) => {
      await saving.mutateAsync(hours);
      toast({ title: text.quietSaved });
    },
  });
  const end = () =>
    saving.mutate(null, {
      onSuccess: () => toast({ title: text.quietEnded }),
      onError: (error) =>
        toast({ tone: 'error', title: text.failed, description: errorMessage(error) }),
    });
  const { from, to } = quiet ?? NIGHT;
  return (
    <Form form={form} aria-labelledby={title} labels={labels}>
      <div>
        <h3 id={title} className="font-semibold">
          {text.quiet}
        </h3>
        <p className="max-w-prose text-sm text-ink-soft">
          {quiet === null ? text.quietNone : text.quietNow(from, to)} {text.quietHint(zone)}
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="from" label={text.from}>
          <Input type="time" defaultValue={from} required />
        </Field>
        <Field name="to" label={text.to}>
          <Input type="time" defaultValue={to} required />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="outline" busy={form.busy}>
          {text.saveQuiet}
        </Button>
        {quiet !== null && (
          <Button tone="ghost" busy={saving.isPending && !form.busy} onClick={end}>
            {text.noQuiet}
          </Button>
        )}
      </div>
    </Form>
  );
}
