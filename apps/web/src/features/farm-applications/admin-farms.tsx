import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type FarmStatus, farmStatusSchema, type OwnFarmDto } from '#libs/contracts';
import { errorCode } from '../../lib/api';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useOnline } from '../../lib/use-online';
import { useReading } from '../../lib/use-reading';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { LoadMore } from '../../ui/load-more';
import { type Question, ReasonDialog } from '../../ui/reason-form';
import { Loading, Skeleton } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { useToast } from '../../ui/toast';
import { WaitingRows } from '../../ui/waiting-rows';
import { Application, type Decision } from './application';
import { applicationsQueryOptions, useDecide } from './applications';
import { applicationsText as text } from './texts';

const LONGEST_REASON = 500;

/** The farms that asked to sell, by state; the state stands in the address. */
export function AdminFarms() {
  const [search, setSearch] = useSearchParams();
  const asked = farmStatusSchema.safeParse(search.get('status'));
  return (
    <Tabs<FarmStatus>
      label={text.tabsLabel}
      value={asked.success ? asked.data : 'pending'}
      onChange={(status) => setSearch(status === 'pending' ? {} : { status }, { replace: true })}
      tabs={farmStatusSchema.options.map((status) => ({
        value: status,
        label: text.tabs[status],
        content: <Applications key={status} status={status} />,
      }))}
    />
  );
}

function Applications({ status }: { status: FarmStatus }) {
  const query = useInfiniteQuery(applicationsQueryOptions(status));
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.applications) ?? [],
    (farm) => farm.status === status,
  );
  const calm = useCalmRows(rows, reading);
  const [asking, setAsking] = useState<{ farm: OwnFarmDto; decision: Decision } | null>(null);
  const { decide, busy } = useDecision();
  const online = useOnline();

  if (query.isPending) {
    return (
      <Loading>
        <div className="grid gap-5">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      </Loading>
    );
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return <EmptyState title={text.none[status]}>{text.noneHint}</EmptyState>;
  }
  return (
    <section ref={region} aria-label={text.tabs[status]} {...focusProps}>
      <p className="mb-3 text-ink-soft tabular-nums">
        {text.found(query.data.pages[0]?.total ?? rows.length)}
      </p>
      <WaitingRows count={calm.waiting} label={text.waiting(calm.waiting)} onShow={calm.show} />
      <ul className="grid gap-5">
        {calm.shown.map((farm) => (
          <li key={farm._id}>
            <Application
              farm={farm}
              blocked={online ? null : text.offline}
              busy={busy === farm._id}
              onDecide={(decision) => setAsking({ farm, decision })}
            />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={text.showMore} />
      <ReasonDialog
        question={asking === null ? null : questionOf(asking.farm, asking.decision)}
        onClose={() => setAsking(null)}
        onConfirm={(reason) => {
          if (asking !== null) decide(asking.farm, asking.decision, reason);
          setAsking(null);
        }}
      />
    </section>
  );
}

/** Sends a decision and says how it went. */
function useDecision() {
  const toast = useToast();
  const mutation = useDecide();
  const decide = (farm: OwnFarmDto, decision: Decision, reason: string) => {
    const name = farm.name || text.noName;
    mutation.mutate(
      { farm, decision, ...(reason && { reason }) },
      {
        onSuccess: () => toast({ title: text[decision](name) }),
        onError: (error) =>
          toast({
            tone: 'error',
            title: text.decideFailed,
            description:
              errorCode(error) === 'VERSION_CONFLICT' ? text.conflict : errorMessage(error),
          }),
      },
    );
  };
  return { decide, busy: mutation.isPending ? mutation.variables.farm._id : null };
}

function questionOf(farm: OwnFarmDto, decision: Decision): Question {
  const name = farm.name || text.noName;
  const common = { hint: text.reasonHint, keep: text.keep, longest: LONGEST_REASON };
  if (decision === 'approved') {
    const title = text.approveTitle(name);
    return { ...common, title, body: text.approveBody, required: false, confirm: text.approve };
  }
  return farm.status === 'approved'
    ? {
        ...common,
        title: text.stopTitle(name),
        body: text.stopBody,
        required: true,
        confirm: text.stop,
      }
    : {
        ...common,
        title: text.refuseTitle(name),
        body: text.refuseBody,
        required: true,
        confirm: text.refuse,
      };
}
