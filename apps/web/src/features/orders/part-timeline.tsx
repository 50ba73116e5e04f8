import type { OrderPart } from '#libs/contracts';
import { formatDateTime } from '../../lib/format';
import { uiText } from '../../ui/texts';
import { ordersText } from './texts';

/** The history of a part, newest first. */
export function PartTimeline({ part }: { part: OrderPart }) {
  const entries = part.timeline.map((entry, at) => ({ ...entry, at: entry.at, key: at })).reverse();
  return (
    <ol aria-label={ordersText.historyOf(part.farmName)} className="grid">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className="relative border-l-2 border-rule pb-4 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-paper bg-leaf-ink"
          />
          <p className="font-semibold leading-snug">{uiText.statuses[entry.status]}</p>
          <p className="text-sm text-ink-soft">
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            {' · '}
            {entry.by.name} ({ordersText.by[entry.by.role]})
          </p>
          {entry.reason !== null && (
            <p className="mt-1 font-display text-ink italic">{ordersText.because(entry.reason)}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
