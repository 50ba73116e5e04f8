import type { ChangeKind, OrderDto, OrderPart, PartChange, TimelineEntry } from '#libs/contracts';
import { formatDateTime, formatQuantity } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { statusText } from '../../ui/texts';
import { historyText } from './changes/texts';
import { ordersText } from './texts';

interface Entry extends Pick<TimelineEntry, 'at' | 'by' | 'reason' | 'declineReason' | 'byCode'> {
  readonly title: string;
  /** What changed from how much to how much. */
  readonly lines: readonly string[];
  readonly farms: string[];
}

/**
 * The steps and changes of the parts, newest first; equal ones of several farms become one with their names. A change
 * that was made with a step, such as the end of a part, is told by the step.
 */
export function timelineOf({ parts }: Pick<OrderDto, 'parts'>): Entry[] {
  const entries = new Map<string, Entry>();
  for (const part of parts)
    for (const entry of [...stepsOf(part), ...changesOf(part)]) {
      const { title, at, by, reason, lines } = entry;
      const key = [title, formatDateTime(at), by.name, reason, ...lines].join('|');
      const same = lines.length === 0 ? entries.get(key) : undefined;
      if (same) same.farms.push(part.farmName);
      else entries.set(lines.length === 0 ? key : `${key}|${part._id}|${at}`, entry);
    }
  // reversed for the stable sort: of two steps at the same time, the later one comes first
  return [...entries.values()].reverse().sort((a, b) => b.at.localeCompare(a.at));
}

const stepsOf = ({ farmName, timeline }: OrderPart): Entry[] =>
  timeline.map((step) => ({
    ...step,
    title: statusText[step.status],
    lines: [],
    farms: [farmName],
  }));

/** The changes of a part, those of one commit as one. */
export function changesOf(part: OrderPart): Entry[] {
  const { farmName, timeline, changes } = part;
  // no change is made with the first step, the placing
  const steps = timeline.slice(1);
  const alone = changes.filter(({ at }) => !steps.some((step) => step.at === at));
  const moments = [...new Set(alone.map(({ at }) => at))];
  return moments.flatMap((moment) => {
    const commit = alone.filter(({ at }) => at === moment);
    const [first] = commit;
    if (!first) return [];
    const lines = changedLines(part, commit);
    return [{ ...first, title: kindText(commit), lines, farms: [farmName] }];
  });
}

function kindText(commit: readonly PartChange[]): string {
  const kinds = new Set<ChangeKind>(commit.map(({ kind }) => kind));
  const [kind] = kinds;
  return kind && kinds.size === 1 ? historyText.kinds[kind] : historyText.several;
}

/** `Kale: 2 bunches → 1 bunch`, of each line of these changes. */
export function changedLines({ lines }: OrderPart, changes: readonly PartChange[]): string[] {
  return changes.flatMap((change) =>
    change.lines.flatMap(({ productId, from, to }) => {
      const line = lines.find((one) => one.productId === productId);
      if (!line) return [];
      const amount = (quantity: number) => formatQuantity(quantity, line.unit);
      return [historyText.line(line.name, amount(from), amount(to))];
    }),
  );
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
            key={`${entry.title} ${entry.at} ${entry.farms[0]}`}
            className="relative border-l-2 border-rule pb-4 pl-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-paper bg-leaf-ink"
            />
            <p className="leading-snug">
              <span className="font-semibold">{entry.title}</span>
              {order.parts.length > 1 && (
                <>
                  {' · '}
                  {entry.farms.length === order.parts.length
                    ? ordersText.everyFarm(entry.farms.length)
                    : entry.farms.join(', ')}
                </>
              )}
            </p>
            {entry.lines.length > 0 && (
              <ul className="wrap-anywhere tabular-nums">
                {entry.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <p className="text-sm text-ink-soft">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {' · '}
              <bdi>{entry.by.name}</bdi> ({ordersText.by[entry.by.role]})
              {entry.byCode && ` · ${ordersText.byCode}`}
            </p>
            <Why entry={entry} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The reason in somebody's own words, else the kind that was chosen. */
function Why({ entry: { reason, declineReason } }: { entry: Entry }) {
  if (reason !== null)
    return <p className="mt-1 font-quote text-ink italic">{ordersText.because(reason)}</p>;
  if (declineReason === null) return null;
  return <p className="mt-1 text-ink-soft">{ordersText.declineReasons[declineReason]}</p>;
}
