import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  changeRefusal,
  DECLINE_GOODS,
  type DeclineReason,
  declineReasonSchema,
  goodsFateOf,
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
import { formatQuantity } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, FormActions, Select, Textarea } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { ChangeNotice } from '../../ui/reason-form';
import { Stepper } from '../../ui/stepper';
import { formText, statusText } from '../../ui/texts';
import type { PartEdit } from './change-part';
import { cancelCost, changeCost } from './changes/change-cost';
import { ChangeSummary } from './changes/change-summary';
import { grainOf, pressOf } from './shorts/amounts';
import { useUnread } from './shorts/use-unread';
import { ordersText as text } from './texts';
import type { PartCommands } from './use-part-commands';

/** What an admin corrects of a part: its status, also against the usual steps, or its amounts; with a reason. */
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
  /** The last attempt, for a dialog that reopens after a refusal. */
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
          order={order}
          part={part}
          typed={typed}
          isStale={part.version !== seen}
          regular={regular}
          overrides={overrides}
          onClose={() => setOpen(false)}
          onSubmit={async (change) => {
            setOpen(false);
            setTyped(change);
            if (!(await commands.change(order, part, change, () => undefined))) setOpen(true);
          }}
        />
      </Dialog>
    </div>
  );
}

type Typed = PartEdit['change'];

const interveneSchema = z.object({
  status: z.optional(partStatusSchema),
  declineReason: z.optional(declineReasonSchema),
  goods: z.optional(goodsFateSchema),
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});

function InterveneForm({
  order,
  part,
  typed,
  isStale,
  regular,
  overrides,
  onClose,
  onSubmit,
}: {
  order: OrderDto;
  part: OrderPart;
  typed: Typed | null;
  /** Whether the part has changed since the dialog opened. */
  isStale: boolean;
  regular: readonly PartStatus[];
  overrides: readonly PartStatus[];
  onClose: () => void;
  onSubmit: (change: Typed) => void;
}) {
  const steps = [...regular, ...overrides];
  const [chosen, setChosen] = useState<PartStatus | undefined>(typed?.status ?? steps[0]);
  // a step that the part can no longer take
  const status = steps.find((step) => step === chosen) ?? steps[0];
  const [kind, setKind] = useState<DeclineReason>(typed?.declineReason ?? 'other');
  // no amount of a part depends on the time for an admin
  const canAmounts = changeRefusal('intervened', part, 0) === null;
  const [wantsAmounts, setWantsAmounts] = useState(typed?.lines !== undefined);
  const isAmounts = wantsAmounts && canAmounts;
  const [amounts, setAmounts] = useState<Amounts>(
    () => new Map(typed?.lines?.map(({ productId, quantity }) => [productId, quantity])),
  );
  const unread = useUnread();
  const lines = changedLines(part, amounts);
  const form = useForm({
    schema: interveneSchema,
    messages: { reason: formText.reasonMissing },
    onSubmit: (change) => {
      if (!isAmounts) return onSubmit(change);
      if (lines.length === 0 || unread.any()) return;
      onSubmit({ ...change, lines: lines.map(({ price: _, ...line }) => line) });
    },
  });
  const ends = !isAmounts && (status === 'declined' || status === 'cancelled');
  const takesAway = lines.some(({ productId, quantity }) =>
    part.lines.some((line) => line.productId === productId && quantity < line.quantity),
  );
  const goodsOptions =
    ends && status === 'declined' ? DECLINE_GOODS[kind] : goodsFateSchema.options;
  const usualGoods = ends ? goodsOptions[0] : goodsFateOf(part.status);
  const wanted = isAmounts ? null : (chosen ?? null);
  return (
    <Form form={form} labels={{ reason: formText.reason, status: text.interveneTo }}>
      <p>{text.interveneBody(statusText[part.status])}</p>
      <ChangeNotice
        text={
          isStale
            ? wanted
              ? text.changedMeanwhile(statusText[part.status], statusText[wanted])
              : text.conflict(order.code)
            : null
        }
      />
      {canAmounts && (
        <Field name="what" label={text.interveneWhat}>
          <Select
            value={isAmounts ? 'amounts' : 'status'}
            onChange={(event) => setWantsAmounts(event.target.value === 'amounts')}
          >
            <option value="status">{text.interveneStatus}</option>
            <option value="amounts">{text.interveneAmounts}</option>
          </Select>
        </Field>
      )}
      {isAmounts ? (
        <AmountRows
          part={part}
          amounts={amounts}
          unread={unread}
          onChange={(productId, quantity) =>
            setAmounts((now) => new Map(now).set(productId, quantity))
          }
        />
      ) : (
        <Field name="status" label={text.interveneTo}>
          <Select
            value={status}
            onChange={(event) => setChosen(partStatusSchema.safeParse(event.target.value).data)}
          >
            <Steps label={text.usualSteps} steps={regular} />
            <Steps label={text.unusualSteps} steps={overrides} />
          </Select>
        </Field>
      )}
      {ends && status === 'declined' && (
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
      {(ends || (isAmounts && takesAway)) && (
        <Field name="goods" label={text.goodsFate}>
          <Select
            key={ends ? `${status} ${kind}` : 'amounts'}
            defaultValue={goodsOptions.find((one) => one === typed?.goods) ?? usualGoods}
          >
            {goodsOptions.map((option) => (
              <option key={option} value={option}>
                {text.goodsFates[option]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(ends || isAmounts) && (
        <ChangeSummary
          cost={
            isAmounts
              ? changeCost(order, part._id, lines, 'admin')
              : cancelCost(order, [part._id], 'admin')
          }
        />
      )}
      <Field name="reason" label={formText.reason} hint={text.interveneReason}>
        <Textarea rows={3} maxLength={MAX_LENGTH.reason} required defaultValue={typed?.reason} />
      </Field>
      <FormActions
        cancel={text.keep}
        onCancel={onClose}
        send={text.intervene}
        disabledReason={isAmounts && lines.length === 0 ? text.interveneNothing : null}
      />
    </Form>
  );
}

/** Product id → what is to come. */
type Amounts = ReadonlyMap<string, number>;

const changedLines = (part: OrderPart, amounts: Amounts) =>
  part.lines.flatMap(({ productId, quantity: now, price }) => {
    const quantity = amounts.get(productId) ?? now;
    return quantity === now ? [] : [{ productId, quantity, price }];
  });

function AmountRows({
  part,
  amounts,
  unread,
  onChange,
}: {
  part: OrderPart;
  amounts: Amounts;
  unread: ReturnType<typeof useUnread>;
  onChange: (productId: string, quantity: number) => void;
}) {
  return (
    <ul
      aria-label={text.interveneAmounts}
      className="divide-y divide-rule border-y border-rule wrap-anywhere tabular-nums"
    >
      {part.lines.map(({ productId, name, unit, quantity, ordered }) => (
        <li
          key={productId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
        >
          <span className="min-w-0 flex-1 basis-36">
            <span className="block font-semibold">{name}</span>
            <span className="block text-sm text-ink-soft">
              {text.orderedAndComing(formatQuantity(ordered, unit), formatQuantity(quantity, unit))}
            </span>
          </span>
          <Stepper
            name={name}
            unit={unit}
            value={amounts.get(productId) ?? quantity}
            min={0}
            step={pressOf(unit)}
            grain={grainOf(unit)}
            onChange={(next) => onChange(productId, next)}
            unread={unread.of(productId)}
          />
        </li>
      ))}
    </ul>
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
