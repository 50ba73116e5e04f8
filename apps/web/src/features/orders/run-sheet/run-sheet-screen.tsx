import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { isLive } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { amountOf } from '../../../lib/text/format';
import { Button, LinkButton } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { EmptyState, ErrorState } from '../../../ui/states';
import { BatchBar } from '../batch-bar';
import { dayTitle } from '../days/day-words';
import { SheetBar, SheetSkeleton } from '../days/sheet-bar';
import { orderDaysText, sheetsText, runSheetText as text } from '../days/texts';
import { useDay } from '../days/use-day';
import { HandOverLink } from '../hand-over/hand-over-link';
import { runSheetQueryOptions } from '../orders';
import { useBatch } from '../use-batch';
import { usePartCommands } from '../use-part-commands';
import type { Stop } from './run-sheet.live';
import { StopCard } from './stop-card';

/** The deliveries of a day as stops of a round, for the phone beside the wheel and for paper. */
export function RunSheetScreen() {
  const { choice, day } = useDay();
  const query = useQuery(runSheetQueryOptions(day));
  const batch = useBatch();
  const commands = usePartCommands(batch);
  if (query.isPending || choice === undefined) return <SheetSkeleton />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const { startsAtFarm, total } = query.data;
  const stops: readonly Stop[] = query.data.stops;
  if (stops.length === 0)
    return (
      <EmptyState
        title={text.none}
        action={<LinkButton to={paths.farmOrders(choice)}>{orderDaysText.toOrders}</LinkButton>}
      >
        {text.noneHint}
      </EmptyState>
    );
  const live = stops.filter(({ parts }) => parts.some(({ status }) => isLive(status)));
  const left = live.filter(({ isDelivered }) => !isDelivered).length;
  const list = (some: readonly Stop[]) => (
    <ol className="grid gap-3 md:grid-cols-2 md:items-start print:block">
      {some.map((stop) => (
        <StopCard
          key={stop._id}
          stop={stop}
          number={stops.indexOf(stop) + 1}
          isDayKnown={day !== undefined}
          commands={commands}
        />
      ))}
    </ol>
  );
  const since = stops.filter(({ isNew }) => isNew);
  const unknown = stops.filter(({ isOnRound, isNew }) => !isOnRound && !isNew);
  const planned = stops.filter(({ isOnRound }) => isOnRound);
  return (
    <>
      <SheetBar
        choice={choice}
        count={sheetsText.of(text.stops(live.length, left), dayTitle(choice))}
        printsCount
      >
        <HandOverLink tone="leaf" />
      </SheetBar>
      <BatchBar batch={batch} />
      {planned.length > 0 && (
        <p className="mb-4 max-w-2xl text-sm text-ink-soft print:hidden">
          {startsAtFarm ? (
            text.fromFarm
          ) : (
            <>
              {text.fromFirst}{' '}
              <LinkButton to={`${paths.dashboardOf('farmer')}/profile`} tone="ghost" size="sm">
                {text.setPlace}
              </LinkButton>
            </>
          )}
        </p>
      )}
      {total > stops.length && (
        <p className="mb-4 rounded-md bg-butter-tint px-4 py-2 text-butter-ink">
          {text.truncated(stops.length, amountOf(total))}
        </p>
      )}
      {list(planned)}
      {unknown.length > 0 && (
        <Apart title={text.unknown} hint={text.unknownHint}>
          {list(unknown)}
        </Apart>
      )}
      {since.length > 0 && (
        <Apart
          title={text.since}
          hint={text.sinceHint}
          action={
            <Button
              tone="outline"
              size="sm"
              busy={query.isFetching}
              icon={<Icon of={RotateCw} size={18} />}
              onClick={() => void query.refetch()}
            >
              {text.again}
            </Button>
          }
        >
          {list(since)}
        </Apart>
      )}
    </>
  );
}

/** Stops that the round does not have. */
function Apart({
  title,
  hint,
  action,
  children,
}: {
  title: string;
  hint: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-xl">{title}</h2>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
        <p>{hint}</p>
        {action}
      </div>
      {children}
    </section>
  );
}
