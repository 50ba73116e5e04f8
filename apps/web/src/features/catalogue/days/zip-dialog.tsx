import * as z from 'zod/mini';
import { zipCodeSchema } from '#libs/contracts';
import { setPostalCode, useKeptPostalCode, usePostalCode } from '../../../entities/postal-code';
import { useForm } from '../../../lib/forms/use-form';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field, Form, Input } from '../../../ui/form';
import { zipText as text } from './texts';

const schema = z.object({ zip: z.pipe(z.string().check(z.trim()), zipCodeSchema) });

/** Asks for the ZIP code to which goods would be delivered. */
export default function ZipDialog({ onClose }: { onClose: () => void }) {
  const kept = useKeptPostalCode();
  const current = usePostalCode();
  const form = useForm({
    schema,
    messages: { zip: text.wrong },
    onSubmit: ({ zip }) => {
      setPostalCode(zip);
      onClose();
    },
  });
  const remove = () => {
    setPostalCode(null);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={text.title}>
      <Form form={form} labels={{ zip: text.label }} aria-label={text.title}>
        <p className="text-ink-soft">{text.lead}</p>
        {kept === null && current !== null && (
          <p className="text-ink-soft">{text.fromAddress(current)}</p>
        )}
        <Field name="zip" label={text.label}>
          <Input
            defaultValue={kept ?? ''}
            inputMode="numeric"
            autoComplete="postal-code"
            required
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          {kept !== null && (
            <Button tone="outline" onClick={remove}>
              {text.remove}
            </Button>
          )}
          <Button type="submit">{text.save}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
