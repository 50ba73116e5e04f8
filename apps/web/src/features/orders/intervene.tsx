import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  DECLINE_GOODS,
  type DeclineReason,
  declineReasonSchema,
  goodsFateSchema,
  isLive,
  MAX_LENGTH,
  nextStep,
  type OrderDto,
  type OrderPart,
  type PartStatus,
  partStatusSchema,
  statusesForAdmin,
  textSchema,
} from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { useForm } from '../../lib/forms/use-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, Select, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { ChangeNotice } from '../../ui/reason-form';
import { formText, statusText } from '../../ui/texts';
import type { PartEdit } from './change-part';
import { ordersText as text } from './texts';
import type { PartCommands } from './use-part-commands';

/** An admin's transitions of a part, including those against the transition table; each needs a reason. */
export function Intervene({
  order,
  part,
  commands,
}: {
  order: OrderDto;
  part: OrderPart;
  commands: PartCommands;
}) {
  const online = useOnline();
  const [open, setOpen] = useState(false);
  /** The part's version when the dialog opened. */
  const [seen, setSeen] = useState(part.version);
  /** The status and reason of the last attempt, for a dialog that reopens after a conflict. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const allowed = statusesForAdmin(part.status, part.fulfilment);
  const next = nextStep(part.status, part.fulfilment);
  const isUsual = (status: PartStatus) => status === next || !isLive(status);
  const regular = allowed.filter(isUsual);
  const overrides = allowed.filter((status) => !isUsual(status));
  if (regular.length + overrides.length === 0) return null;
  return (
    <div className="print:hidden">
      <Button
        tone="danger"
        icon={<Icon of={ShieldAlert} size={18} />}
        busy={commands.busy(part)}
        disabledReason={online ? null : text.offline}
        aria-label={text.interveneOf(part.farmName)}
        onClick={() => {
          setSeen(part.version);
          setTyped(null);
          setOpen(true);
        }}
      >
        {text.intervene}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.interveneOf(part.farmName)}>
        <InterveneForm
          part={part}
          typed={typed}
          isStale={part.version !== seen}
          regular={regular}
          overrides={overrides}
          onClose={() => setOpen(false)}
          onSubmit={(change) => {
            setOpen(false);
            setTyped(change);
            void commands.change(order, part, change, () => setOpen(true));
          }}
        />
      </Dialog>
    </div>
  );
}

interface Typed {
  readonly status: PartStatus;
  readonly reason: string;
}

const interveneSchema = z.object({
  status: partStatusSchema,
  declineReason: z.optional(declineReasonSchema),
  goods: z.optional(goodsFateSchema),
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});

function InterveneForm({
  part,
  typed,
  isStale,
  regular,
  overrides,
  onClose,
  onSubmit,
}: {
  part: OrderPart;
  typed: Typed | null;
  /** Whether the part has changed since the dialog opened. */
  isStale: boolean;
  regular: readonly PartStatus[];
  overrides: readonly PartStatus[];
  onClose: () => void;
  onSubmit: (change: PartEdit['change'] & Typed) => void;
}) {
  const steps = [...regular, ...overrides];
  const [chosen, setChosen] = useState<PartStatus | undefined>(typed?.status ?? steps[0]);
  // a step that the part can no longer take
  const status = steps.find((step) => step === chosen) ?? steps[0];
  const [kind, setKind] = useState<DeclineReason>('other');
  const form = useForm({
    schema: interveneSchema,
    messages: { reason: formText.reasonMissing },
    onSubmit,
  });
  const goodsOptions = status === 'declined' ? DECLINE_GOODS[kind] : goodsFateSchema.options;
  return (
    <Form form={form} labels={{ reason: formText.reason, status: text.interveneTo }}>
      <p>{text.interveneBody(statusText[part.status])}</p>
      <ChangeNotice
        text={
          isStale && chosen
            ? text.changedMeanwhile(statusText[part.status], statusText[chosen])
            : null
        }
      />
      <Field name="status" label={text.interveneTo}>
        <Select
          value={status}
          onChange={(event) => setChosen(partStatusSchema.safeParse(event.target.value).data)}
        >
          <Steps label={text.usualSteps} steps={regular} />
          <Steps label={text.unusualSteps} steps={overrides} />
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
          <Select key={`${status} ${kind}`} defaultValue={goodsOptions[0]}>
            {goodsOptions.map((option) => (
              <option key={option} value={option}>
                {text.goodsFates[option]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field name="reason" label={formText.reason} hint={text.interveneReason}>
        <Textarea rows={3} maxLength={MAX_LENGTH.reason} required defaultValue={typed?.reason} />
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
          {statusText[one]}
        </option>
      ))}
    </optgroup>
  );
}
