import { useQuery } from '@tanstack/react-query';
import {
  formatQuantity,
  isLive,
  mayTakeStep,
  nextStep,
  type StopDto,
  windowText,
} from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatMoney, marketZone } from '../../lib/text/format';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { StatusPill } from '../../ui/status-pill';
import { StopAddress } from '../../ui/stop-address';
import { stopsQueryOptions } from './crew';
import { StepButton } from './step-button';
import { crewText as text } from './texts';

/** A driver's stops of today, in the order of the round. */
export function StopsScreen() {
  const query = useQuery(stopsQueryOptions());
  if (query.isPending) return <LoadingRows rows={4} height="h-32" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.stopsFailed} />;
  const { stops } = query.data;
  if (stops.length === 0) return <EmptyState title={text.noStops}>{text.noStopsHint}</EmptyState>;
  const live = stops.filter(({ status }) => isLive(status));
  const left = live.filter(({ status }) => status !== 'delivered').length;
  return (
    <>
      <p className="mb-4 text-ink-soft tabular-nums">{text.stops(live.length, left)}</p>
      <ol className="grid gap-3 md:grid-cols-2 md:items-start">
        {stops.map((stop, at) => (
          <Stop key={stop._id} stop={stop} number={at + 1} />
        ))}
      </ol>
    </>
  );
}

function Stop({ stop, number }: { stop: StopDto; number: number }) {
  const { address, status, slot, code, toCollect } = stop;
  const name = address.recipient ?? stop.customer;
  const isOver = !isLive(status);
  const isDone = isOver || status === 'delivered';
  const next = nextStep(status, 'delivery');
  return (
    <li className="min-w-0">
      <article
        aria-label={text.stop(number, name)}
        className={cx(
          'grid gap-2 rounded-md border border-rule p-4',
          isDone ? 'bg-sunken' : 'bg-paper',
        )}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className={cx('font-sans text-lg font-bold break-words', isOver && 'line-through')}>
            {number}. {name}
          </h2>
          <span className="text-sm font-semibold whitespace-nowrap">{code}</span>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-semibold">
          <StatusPill status={status} />
          {slot && <time dateTime={slot.startAt}>{windowText(slot, marketZone())}</time>}
          {toCollect > 0 && (
            <span className="tabular-nums">{text.collect(formatMoney(toCollect))}</span>
          )}
        </p>
        {isDone ? (
          <details>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline underline-offset-4">
              {text.more}
            </summary>
            <WhereAndWhat stop={stop} name={name} />
          </details>
        ) : (
          <WhereAndWhat stop={stop} name={name} />
        )}
        {next !== null &&
          (mayTakeStep('driver', 'delivery', next) ? (
            <StepButton order={stop} status={next} as="driver" />
          ) : (
            <p className="text-sm text-ink-soft">{text.notPacked}</p>
          ))}
      </article>
    </li>
  );
}

/** The address, what the customer asks for, and the goods. */
function WhereAndWhat({ stop, name }: { stop: StopDto; name: string }) {
  const { address, notes, lines } = stop;
  return (
    <div className="grid gap-2">
      <StopAddress address={address} name={name} />
      {notes.map((note) => (
        <p key={note} className="rounded-sm bg-butter-tint p-2 text-sm break-words text-butter-ink">
          {text.because(note)}
        </p>
      ))}
      <p className="text-sm">
        {lines
          .filter(({ quantity }) => quantity > 0)
          .map(({ name: product, unit, quantity }) =>
            text.line(formatQuantity(quantity, unit), product),
          )
          .join(', ')}
      </p>
    </div>
  );
}
