import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { dayOf, isId, type OwnSlotDto } from '#libs/contracts';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { useNow } from '../../lib/browser/timers';
import { formatWeekday, marketZone } from '../../lib/text/format';
import { Button } from '../../ui/button';
import FarmCombobox from '../../ui/farm-combobox';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { allSlotsQueryOptions } from './days';
import { SlotCard } from './slot-card';
import { daysText, allDaysText as text } from './texts';

/** The dates of all farms, or of the one in the URL, by day; live, for admins. */
export function AllDays() {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('farm') ?? '';
  const farm = isId(wanted) ? wanted : '';
  const choose = (id: string) => setSearch(id === '' ? {} : { farm: id }, { replace: true });
  return (
    <>
      <FarmCombobox
        label={text.farm}
        any={text.anyFarm}
        value={farm}
        onChange={choose}
        className="mb-6 max-w-sm"
      />
      <Days key={farm} farm={farm} onClear={() => choose('')} />
    </>
  );
}

function Days({ farm, onClear }: { farm: string; onClear: () => void }) {
  const query = useInfiniteQuery(allSlotsQueryOptions(farm === '' ? {} : { farm }));
  const now = useNow();
  const slots = query.data?.pages.flatMap((page) => page.slots) ?? [];
  const today = dayOf(now, marketZone());
  const ahead = slots.filter(({ date }) => date >= today);
  const farms = useQuery(farmsOfQueryOptions(slots.map(({ farmId }) => farmId)));
  const nameOf = (id: string) =>
    farms.data?.farms.find(({ _id }) => _id === id)?.name ?? text.unknownFarm;
  if (query.isPending) return <LoadingRows rows={4} height="h-32" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  if (ahead.length === 0) {
    const all = (
      <Button tone="outline" onClick={onClear}>
        {text.showAll}
      </Button>
    );
    return (
      <EmptyState title={farm === '' ? text.none : text.noneOfFarm} action={farm !== '' && all}>
        {text.noneHint}
      </EmptyState>
    );
  }
  return (
    <LiveRows
      query={query}
      rows={ahead}
      label={text.label}
      more={text.more}
      head={<p>{text.count(query.data.pages[0]?.total ?? ahead.length)}</p>}
    >
      {(shown) => <DayList slots={shown} now={now} nameOf={nameOf} />}
    </LiveRows>
  );
}

function DayList({
  slots,
  now,
  nameOf,
}: {
  slots: readonly OwnSlotDto[];
  now: number;
  nameOf: (farmId: string) => string;
}) {
  const days = [...new Set(slots.map(({ date }) => date))];
  return (
    <div className="grid gap-8">
      {days.map((day) => {
        const onDay = slots.filter(({ date }) => date === day);
        const taken = onDay.reduce((sum, slot) => sum + slot.taken, 0);
        const title = formatWeekday(day);
        return (
          <section key={day} aria-label={title}>
            <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 text-xl">
              {title}
              <span className="text-base text-ink-soft">{daysText.orders(taken)}</span>
            </h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {onDay.map((slot) => (
                <li key={slot._id} className="grid">
                  <SlotCard slot={slot} now={now} title={<strong>{nameOf(slot.farmId)}</strong>} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
