import type { OrderDto, TimelineEntry } from '#libs/contracts';
import { formatDateTime } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { statusText } from '../../ui/texts';
import { ordersText } from './texts';

interface Entry extends TimelineEntry {
  readonly farms: string[];
}

/** The history of the parts, newest first; equal entries of several farms become one with their names. */
export function timelineOf({ parts }: Pick<OrderDto, 'parts'>): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { farmName, timeline } of parts) {
    for (const entry of timeline) {
      const key = [entry.status, formatDateTime(entry.at), entry.by.name, entry.reason].join('|');
      const same = entries.get(key);
      if (same) same.farms.push(farmName);
      else entries.set(key, { ...entry, farms: [farmName] });
    }
  }
  // reversed for the stable sort: of two steps at the same time, the later one comes first
  return [...entries.values()].reverse().sort((a, b) => b.at.localeCompare(a.at));
}

/** The history of an order, with the farms of each entry. */
export function OrderTimeline({ order }: { order: OrderDto }) {
  return (
    <Card as="section" aria-labelledby="history">
      <h2 id="history" className="mb-4 text-2xl">
        {ordersText.history}
      </h2>
      <ol className="grid">
        {timelineOf(order).map((entry) => (
          <li
            key={`${entry.status} ${entry.at} ${entry.farms[0]}`}
            className="relative border-l-2 border-rule pb-4 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-paper bg-leaf-ink"
            />
            <p className="leading-snug">
              <span className="font-semibold">{statusText[entry.status]}</span>
              {order.parts.length > 1 && (
                <>
                  {' · '}
                  {entry.farms.length === order.parts.length
                    ? ordersText.everyFarm(entry.farms.length)
                    : entry.farms.join(', ')}
                </>
              )}
            </p>
            <p className="text-sm text-ink-soft">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {' · '}
              <bdi>{entry.by.name}</bdi> ({ordersText.by[entry.by.role]})
            </p>
            {entry.reason !== null && (
              <p className="mt-1 font-quote text-ink italic">{ordersText.because(entry.reason)}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
