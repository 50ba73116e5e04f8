import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ScheduleDto } from '#libs/contracts';
import { LinkButton } from '../../ui/button';
import { SectionTitle } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { ownSlotsQueryOptions, schedulesQueryOptions } from './days';
import { ScheduleForm } from './schedule-form';
import { ScheduleList } from './schedule-list';
import { SlotWeeks } from './slot-weeks';
import { daysText as text } from './texts';

const NEW = 'new';

/** A farm's schedules and its dates; `?edit=` is the schedule that is edited, or a new one. */
export function DaysScreen({
  pickupPlace,
  children,
}: {
  pickupPlace: string;
  /** What stands below the dates. */
  children?: ReactNode;
}) {
  const [search, setSearch] = useSearchParams();
  const query = useQuery(schedulesQueryOptions());
  const [opened, setOpened] = useState<ScheduleDto | null>(null);
  if (query.isPending) return <LoadingRows rows={3} height="h-24" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  const { schedules } = query.data;
  const edited = search.get('edit');
  const current = schedules.find(({ _id }) => _id === edited);
  if (current !== undefined && current !== opened) setOpened(current);
  // What is typed stays if the schedule is removed elsewhere.
  const schedule = current ?? (opened?._id === edited ? opened : null);
  if (schedule !== null || edited === NEW) {
    return (
      <ScheduleForm
        key={edited}
        schedule={schedule}
        removed={schedule !== null && current === undefined}
        others={schedules.filter(({ _id }) => _id !== edited)}
        pickupPlace={pickupPlace}
        onDone={() => {
          setOpened(null);
          setSearch({});
        }}
      />
    );
  }
  const add = (
    <LinkButton to={`?edit=${NEW}`} icon={<Icon of={Plus} size={18} />}>
      {text.add}
    </LinkButton>
  );
  return (
    <div className="grid gap-10">
      {schedules.length === 0 ? (
        <EmptyState title={text.none} action={add}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <section aria-labelledby="schedules-title">
          <SectionTitle id="schedules-title" aside={add}>
            {text.schedules}
          </SectionTitle>
          <ScheduleList schedules={schedules} />
        </section>
      )}
      <Slots hasSchedules={schedules.length > 0} />
      {children}
    </div>
  );
}

function Slots({ hasSchedules }: { hasSchedules: boolean }) {
  const query = useQuery(ownSlotsQueryOptions());
  // a removed schedule may leave dates with orders
  if (!hasSchedules && !query.data?.slots.length) return null;
  return (
    <section aria-labelledby="slots-title">
      <SectionTitle id="slots-title">{text.week}</SectionTitle>
      {query.isPending ? (
        <LoadingRows rows={3} height="h-28" />
      ) : query.data === undefined ? (
        <ErrorState query={query} title={text.failed} />
      ) : (
        <SlotWeeks slots={query.data.slots} />
      )}
    </section>
  );
}
