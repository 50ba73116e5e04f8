import { useState } from 'react';
import { changeRefusal, declineReasonSchema, type OrderDto, type OrderPart } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { Button } from '../../../ui/button';
import { ReasonDialog } from '../../../ui/reason-form';
import { ordersText } from '../texts';
import type { PartCommands } from '../use-part-commands';
import { AmountRow } from './amount-row';
import { declineKinds } from './reasons';
import { shortsText as text } from './texts';
import { useUnread } from './use-unread';

/** Farms have no cut-off: it does not depend on the time. */
const isOpenToFarm = (part: OrderPart) => changeRefusal('shorted', part, 0) === null;

/** A button and a dialog in which a farm says, line by line, how much of an order comes. */
export function ShortPart({
  order,
  part,
  commands,
  onDialog,
  full,
}: {
  order: OrderDto;
  part: OrderPart;
  commands: PartCommands;
  onDialog?: ((open: boolean) => void) | undefined;
  full: boolean;
}) {
  const online = useOnline();
  const [seen, setSeen] = useState<OrderPart | null>(null);
  const isOpen = isOpenToFarm(part);
  // an open dialog stays open with what was typed
  if (!isOpen && seen === null) return null;
  const show = (next: OrderPart | null) => {
    setSeen(next);
    onDialog?.(next !== null);
  };
  return (
    <>
      <Button
        tone="ghost"
        full={full}
        busy={commands.busy(part)}
        disabledReason={online ? null : ordersText.offline}
        onClick={() => show(part)}
        aria-label={text.shortOf(ordersText.orderTitle(order.code))}
      >
        {text.short}
      </Button>
      {seen && (
        <ShortDialog
          order={order}
          part={part}
          seen={seen}
          isOpen={isOpen}
          commands={commands}
          onClose={() => show(null)}
        />
      )}
    </>
  );
}

function ShortDialog({
  order,
  part,
  seen,
  isOpen,
  commands,
  onClose,
}: {
  order: OrderDto;
  part: OrderPart;
  /** The part when the dialog was opened. */
  seen: OrderPart;
  isOpen: boolean;
  commands: PartCommands;
  onClose: () => void;
}) {
  const [amounts, setAmounts] = useState<Readonly<Record<string, number>>>({});
  const unread = useUnread();
  const lines = part.lines
    .filter(({ ordered }) => ordered > 0)
    .map((line) => ({
      line,
      to: Math.min(amounts[line.productId] ?? line.quantity, line.ordered),
    }));
  const changed = lines.filter(({ line, to }) => to !== line.quantity);
  const takesAway = changed.some(({ line, to }) => to < line.quantity);
  return (
    <ReasonDialog
      question={{
        title: text.partTitle(order.code),
        body: text.body,
        hint: text.reasonHint,
        required: false,
        confirm: text.changes(1),
        cancel: ordersText.keep,
        notice: part.version === seen.version ? null : text.changedMeanwhile,
        blocked: !isOpen ? text.noLonger : changed.length === 0 ? text.nothing : null,
        ...(takesAway && { kinds: declineKinds }),
        content: (
          <>
            <ul className="divide-y divide-rule border-y border-rule">
              {lines.map(({ line: { productId, name, unit, ordered }, to }) => (
                <AmountRow
                  key={productId}
                  title={name}
                  name={name}
                  unit={unit}
                  ordered={ordered}
                  value={to}
                  onChange={(amount) => setAmounts((now) => ({ ...now, [productId]: amount }))}
                  unread={unread.of(productId)}
                />
              ))}
            </ul>
            {lines.every(({ to }) => to === 0) && (
              <p className="font-semibold text-tomato-ink">{text.ends}</p>
            )}
          </>
        ),
      }}
      onClose={onClose}
      onConfirm={async (reason, kind) => {
        if (unread.any() || changed.length === 0) return;
        const done = await commands.change(order, part, {
          lines: changed.map(({ line: { productId }, to }) => ({ productId, quantity: to })),
          // more than before needs no reason, but the request has one
          declineReason: declineReasonSchema.safeParse(kind).data ?? 'other',
          ...(reason && { reason }),
        });
        if (done) onClose();
      }}
    />
  );
}
