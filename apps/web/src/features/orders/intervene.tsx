import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  DECLINE_GOODS,
  type DeclineReason,
  declineReasonSchema,
  goodsFateSchema,
  MAX_NOTE_LENGTH,
  nextPartStatuses,
  type OrderDto,
  type OrderPart,
  overridePartStatuses,
  type PartStatus,
  partStatusSchema,
  textSchema,
} from '#libs/contracts';
import { useForm } from '../../lib/use-form';
import { useOnline } from '../../lib/use-online';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, Select, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { uiText } from '../../ui/texts';
import { ordersText as text } from './texts';
import type { TakeStep } from './use-part-step';

/** An admin's hand on a part of an order: any step that can still be taken, each with a reason. */
export function Intervene({
  order,
  part,
  take,
  busy,
}: {
  order: OrderDto;
  part: OrderPart;
  take: TakeStep;
  busy: boolean;
}) {
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const usual = nextPartStatuses(part.status, part.fulfilment, 'admin');
  const mended = overridePartStatuses(part.status, part.fulfilment);
  const unusual = mended.filter((status) => !usual.includes(status));
  if (usual.length + unusual.length === 0) return null;
  return (
    <div className="print:hidden">
      <Button
        tone="danger"
        icon={<Icon of={ShieldAlert} size={18} />}
        busy={busy}
        disabledReason={online ? null : text.offline}
        aria-label={text.interveneOf(part.farmName)}
        onClick={() => setOpen(true)}
      >
        {text.intervene}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.interveneOf(part.farmName)}>
        <InterveneForm
          part={part}
          usual={usual}
          unusual={unusual}
          onClose={() => setOpen(false)}
          onTake={(status, why) => {
            setOpen(false);
            take(order, part, status, why);
          }}
        />
      </Dialog>
    </div>
  );
}

const interveneForm = z.object({
  status: partStatusSchema,
  declineReason: z.optional(declineReasonSchema),
  goods: z.optional(goodsFateSchema),
  reason: textSchema(MAX_NOTE_LENGTH),
});

function InterveneForm({
  part,
  usual,
  unusual,
  onClose,
  onTake,
}: {
  part: OrderPart;
  usual: readonly PartStatus[];
  unusual: readonly PartStatus[];
  onClose: () => void;
  onTake: (status: PartStatus, why: NonNullable<Parameters<TakeStep>[3]>) => void;
}) {
  const [status, setStatus] = useState<PartStatus | undefined>(usual[0] ?? unusual[0]);
  const [kind, setKind] = useState<DeclineReason>('other');
  const form = useForm({
    schema: interveneForm,
    messages: { reason: uiText.reasonMissing },
    onSubmit: (typed) =>
      onTake(typed.status, {
        reason: typed.reason,
        declineReason: typed.declineReason,
        goods: typed.goods,
        override: unusual.includes(typed.status),
      }),
  });
  const fates = status === 'declined' ? DECLINE_GOODS[kind] : goodsFateSchema.options;
  return (
    <Form form={form} labels={{ reason: uiText.reason, status: text.interveneTo }}>
      <p>{text.interveneBody(uiText.statuses[part.status])}</p>
      <Field name="status" label={text.interveneTo}>
        <Select
          value={status}
          onChange={(event) => setStatus(partStatusSchema.safeParse(event.target.value).data)}
        >
          <Steps label={text.usualSteps} steps={usual} />
          <Steps label={text.unusualSteps} steps={unusual} />
        </Select>
      </Field>
      {status === 'declined' && (
        <Field name="declineReason" label={text.declineKind}>
          <Select
            value={kind}
            onChange={(event) =>
              setKind(declineReasonSchema.safeParse(event.target.value).data ?? 'other')
            }
          >
            {declineReasonSchema.options.map((one) => (
              <option key={one} value={one}>
                {text.declineReasons[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(status === 'declined' || status === 'cancelled') && (
        <Field name="goods" label={text.goodsFate}>
          <Select key={`${status} ${kind}`} defaultValue={fates[0]}>
            {fates.map((fate) => (
              <option key={fate} value={fate}>
                {text.goodsFates[fate]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field name="reason" label={uiText.reason} hint={text.interveneReason}>
        <Textarea rows={3} maxLength={MAX_NOTE_LENGTH} required />
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {text.keep}
        </Button>
        <Button type="submit">{text.intervene}</Button>
      </div>
    </Form>
  );
}

function Steps({ label, steps }: { label: string; steps: readonly PartStatus[] }) {
  if (steps.length === 0) return null;
  return (
    <optgroup label={label}>
      {steps.map((one) => (
        <option key={one} value={one}>
          {uiText.statuses[one]}
        </option>
      ))}
    </optgroup>
  );
}
