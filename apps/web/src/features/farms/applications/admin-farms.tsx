import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type FarmStatus, farmStatusSchema, type OwnFarmDto } from '#libs/contracts';
import { errorCode } from '../../../lib/api';
import { useOnline } from '../../../lib/use-online';
import { useKeptRows } from '../../../realtime/use-kept-rows';
import { LiveRows } from '../../../ui/live-rows';
import { LoadingRows } from '../../../ui/loading-rows';
import { type Question, ReasonDialog } from '../../../ui/reason-form';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { Tabs } from '../../../ui/tabs';
import { useToast } from '../../../ui/toast';
import { Application, type Decision } from './application';
import { applicationsQueryOptions, useDecide } from './applications';
import { applicationsText as text } from './texts';

const REASON_MAX_LENGTH = 500;

/** Farm applications by status; the selected status is a search parameter. */
export function AdminFarms() {
  const [search, setSearch] = useSearchParams();
  const requested = farmStatusSchema.safeParse(search.get('status'));
  return (
    <Tabs<FarmStatus>
      label={text.tabsLabel}
      value={requested.success ? requested.data : 'pending'}
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
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.applications) ?? [],
    (farm) => farm.status === status,
  );
  const [openDecision, setOpenDecision] = useState<{ farm: OwnFarmDto; decision: Decision } | null>(
    null,
  );
  const { decide, busy } = useDecision();
  const online = useOnline();

  if (query.isPending) {
    return <LoadingRows rows={2} height="h-64" />;
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  if (rows.length === 0) {
    return <EmptyState title={text.none[status]}>{text.noneHint}</EmptyState>;
  }
  return (
    <>
      <LiveRows
        query={query}
        rows={rows}
        label={text.tabs[status]}
        more={text.showMore}
        head={text.found(query.data.pages[0]?.total ?? rows.length)}
      >
        {(shown) => (
          <ul className="grid gap-5">
            {shown.map((farm) => (
              <li key={farm._id}>
                <Application
                  farm={farm}
                  blocked={online ? null : text.offline}
                  busy={busy === farm._id}
                  onDecide={(decision) => setOpenDecision({ farm, decision })}
                />
              </li>
            ))}
          </ul>
        )}
      </LiveRows>
      <ReasonDialog
        question={
          openDecision === null ? null : questionOf(openDecision.farm, openDecision.decision)
        }
        onClose={() => setOpenDecision(null)}
        onConfirm={(reason) => {
          if (openDecision !== null) decide(openDecision.farm, openDecision.decision, reason);
          setOpenDecision(null);
        }}
      />
    </>
  );
}

/** Sends a decision and shows its result as a toast. */
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
  const common = { hint: text.reasonHint, cancel: text.keep, maxLength: REASON_MAX_LENGTH };
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
