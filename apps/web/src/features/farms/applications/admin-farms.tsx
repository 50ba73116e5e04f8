import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type FarmStatus, farmStatusSchema, type OwnFarmDto } from '#libs/contracts';
import { decisionConflict } from '../../../lib/api/decision-conflict';
import { useOnline } from '../../../lib/browser/device';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import { LiveRows } from '../../../ui/live-rows';
import { type Question, ReasonDialog } from '../../../ui/reason-form';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { Tabs } from '../../../ui/tabs';
import { statusText } from '../../../ui/texts';
import { useToast } from '../../../ui/toast';
import { applicationsText as text } from '../own-farm-texts';
import { Application, type Decision } from './application';
import { applicationsQueryOptions, useDecide } from './applications';

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
  const [openDecision, setOpenDecision] = useState<FarmDecision | null>(null);
  const { decide, busy } = useDecision(setOpenDecision);
  const online = useOnline();
  // the newest known version of the dialog's farm
  const listed = rows.find(({ _id }) => _id === openDecision?.farm._id);
  const shown =
    openDecision && listed && listed.version > openDecision.farm.version
      ? { ...openDecision, farm: listed }
      : openDecision;

  if (query.isPending) {
    return <LoadingRows rows={2} height="h-64" />;
  }
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={text.none[status]}>{text.noneHint}</EmptyState>
      ) : (
        <LiveRows
          query={query}
          rows={rows}
          label={text.tabs[status]}
          more={text.showMore}
          head={text.found(query.data.pages[0]?.total ?? rows.length)}
        >
          {(shownRows) => (
            <ul className="grid gap-5">
              {shownRows.map((farm) => (
                <li key={farm._id}>
                  <Application
                    farm={farm}
                    blocked={online ? null : text.offline}
                    busy={busy === farm._id}
                    onDecide={(decision) => setOpenDecision({ seen: farm.version, farm, decision })}
                  />
                </li>
              ))}
            </ul>
          )}
        </LiveRows>
      )}
      {/* stays open when another admin has decided on the last farm of the list */}
      <ReasonDialog
        question={shown === null ? null : questionOf(shown)}
        onClose={() => setOpenDecision(null)}
        onConfirm={(reason) => (shown === null ? undefined : decide(shown, reason))}
      />
    </>
  );
}

/** A decision that an admin is about to take. */
interface FarmDecision {
  /** The farm's version when the dialog opened. */
  readonly seen: number;
  /** The farm as the dialog shows it. */
  readonly farm: OwnFarmDto;
  readonly decision: Decision;
}

/** Sends a decision and shows its result as a toast; after a conflict the dialog stays open with the new status. */
function useDecision(show: (decision: FarmDecision | null) => void) {
  const toast = useToast();
  const mutation = useDecide();
  const decide = async ({ seen, farm, decision }: FarmDecision, reason: string): Promise<void> => {
    try {
      await mutation.mutateAsync({ farm, decision, ...(reason && { reason }) });
      toast({ title: text[decision](farm.name || text.noName) });
      show(null);
    } catch (error) {
      const stored = decisionConflict(error);
      const status = farmStatusSchema.safeParse(stored?.status).data;
      if (stored && status) {
        show({ seen, farm: { ...farm, version: stored.version, status }, decision });
        return;
      }
      show(null);
      toast({ tone: 'error', title: text.decideFailed, description: errorMessage(error) });
    }
  };
  return { decide, busy: mutation.isPending ? mutation.variables.farm._id : null };
}

function questionOf({ seen, farm, decision }: FarmDecision): Question {
  const name = farm.name || text.noName;
  const notice =
    farm.version === seen
      ? null
      : text.changedMeanwhile(statusText[farm.status], statusText[decision]);
  const common = { hint: text.reasonHint, cancel: text.keep, notice };
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
