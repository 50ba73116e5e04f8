import { dayOf, isLive, type OrderDto, type OrderPart, type PartChange } from '#libs/contracts';
import { formatDateTime, formatTime, marketZone } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { shortsText as text } from './texts';

/** That a part was changed or cancelled by others, by whom and when, until the farm has seen it. */
export function ChangesNotice({
  order,
  part,
  unseen,
  now,
  onSeen,
}: {
  order: OrderDto;
  part: OrderPart;
  unseen: readonly PartChange[];
  now: number;
  onSeen: () => void;
}) {
  const [first, last] = [unseen[0], unseen.at(-1)];
  if (!first || !last) return null;
  const isToday = dayOf(Date.parse(last.at), marketZone()) === dayOf(now, marketZone());
  const isByAdmin = last.by.role === 'admin';
  const who = isByAdmin ? text.admin : last.by.name;
  const title = () => {
    if (!isLive(part.status)) return isByAdmin ? text.cancelledByAdmin : text.cancelled;
    const isAccepted = part.timeline.some(
      (step) => step.status === 'accepted' && step.at < first.at,
    );
    return isAccepted ? text.changedAfterAccept : text.changed;
  };
  return (
    <div className="my-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-sm bg-butter-tint p-2 text-butter-ink">
      <p className="min-w-0 text-sm">
        <strong className="block">{title()}</strong>
        <time dateTime={last.at}>
          {text.whoAndWhen(who, isToday ? formatTime(last.at) : formatDateTime(last.at))}
        </time>
        {last.reason && <span className="block">{text.because(last.reason)}</span>}
      </p>
      <Button tone="paper" size="sm" aria-label={text.seenOf(order.code)} onClick={onSeen}>
        {text.seen}
      </Button>
    </div>
  );
}
