import { type ReactNode, useState } from 'react';
import {
  dayName,
  MAX_LENGTH,
  type OrdersFate,
  ordersFateSchema,
  type SlotsWithOrders,
  slotsWithOrdersSchema,
} from '#libs/contracts';
import { ApiError } from '../lib/api/api';
import { serverNow } from '../lib/api/server-clock';
import { useForm } from '../lib/forms/use-form';
import { marketZone } from '../lib/text/format';
import { Chip } from './chip';
import { Dialog } from './dialog';
import { fateText as text } from './fate-texts';
import { Field, Form, FormActions, Textarea } from './form';
import { formText } from './texts';

type Slots = SlotsWithOrders['slots'];

function slotsWithOrders(error: unknown): Slots | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'SLOT_HAS_ORDERS') return null;
  return slotsWithOrdersSchema.parse(error.problem.details).slots;
}

/** Sends a change of a farm's days; what becomes of orders that it concerns is asked, and sent with it. */
export function useOrdersFate(): {
  /** Null if the farmer decides to change nothing. */
  ask: <Answer>(send: (fate?: OrdersFate) => Promise<Answer>) => Promise<Answer | null>;
  /** To render outside of forms: a dialog's form is in no other one. */
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{
    slots: Slots;
    decide: (fate: OrdersFate | null) => void;
  } | null>(null);
  return {
    ask: async (send) => {
      try {
        return await send();
      } catch (error) {
        const slots = slotsWithOrders(error);
        if (slots === null) throw error;
        const fate = await new Promise<OrdersFate | null>((decide) => setAsked({ slots, decide }));
        setAsked(null);
        return fate === null ? null : send(fate);
      }
    },
    dialog: (
      <Dialog sheet open={asked !== null} onClose={() => asked?.decide(null)} title={text.title}>
        {asked !== null && <FateForm {...asked} />}
      </Dialog>
    ),
  };
}

function FateForm({ slots, decide }: { slots: Slots; decide: (fate: OrdersFate | null) => void }) {
  const [orders, setOrders] = useState<OrdersFate['orders'] | null>(null);
  const form = useForm({
    schema: ordersFateSchema,
    messages: { orders: text.missing, reason: formText.reasonMissing },
    onSubmit: decide,
  });
  return (
    <Form form={form}>
      <p>{text.body}</p>
      <ul className="grid gap-1">
        {slots.map(({ slotId, startAt, taken }) => (
          <li key={slotId} className="flex flex-wrap justify-between gap-x-4">
            <strong>{dayName(startAt, serverNow(), marketZone())}</strong>
            <span className="tabular-nums">{text.orders(taken)}</span>
          </li>
        ))}
      </ul>
      <fieldset>
        <legend className="sr-only">{text.title}</legend>
        <div className="flex flex-wrap gap-2">
          {(['keep', 'cancel'] as const).map((one, at) => (
            <Chip
              key={one}
              id={at === 0 ? `${form.id}-orders` : undefined}
              type="radio"
              name="orders"
              value={one}
              label={text[one]}
              onChange={() => setOrders(one)}
            />
          ))}
        </div>
        {form.errors.orders !== undefined && (
          <p className="mt-1.5 text-sm font-semibold text-tomato-ink">{form.errors.orders}</p>
        )}
      </fieldset>
      {orders === 'keep' && <p className="text-ink-soft">{text.keepHint}</p>}
      {orders === 'cancel' && (
        <Field name="reason" label={formText.reason} hint={text.reasonHint}>
          <Textarea rows={2} maxLength={MAX_LENGTH.reason} required />
        </Field>
      )}
      <FormActions cancel={text.nothing} onCancel={() => decide(null)} send={text.confirm} />
    </Form>
  );
}
