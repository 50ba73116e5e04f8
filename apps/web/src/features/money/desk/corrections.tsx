import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type CorrectionDto, type CorrectionStatus, correctionStatusSchema } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import { useSession } from '../../../lib/session/session';
import { SectionTitle } from '../../../ui/card';
import { useAnnounce } from '../../../ui/live-announcer';
import { LiveRows } from '../../../ui/live-rows';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { Tabs } from '../../../ui/tabs';
import { correctionsQueryOptions } from '../money';
import { correctionsText as text } from '../texts';
import { CorrectionCard } from './correction-card';
import { DecideDialog, type Decision } from './decide-dialog';

/** Corrections by status; the selected status is a search parameter. */
export function Corrections() {
  const [search, setSearch] = useSearchParams();
  const requested = correctionStatusSchema.safeParse(search.get('corrections'));
  return (
    <section aria-labelledby="corrections-title">
      <SectionTitle id="corrections-title">{text.title}</SectionTitle>
      <p className="mb-4 text-ink-soft">{text.lead}</p>
      <Tabs<CorrectionStatus>
        label={text.tabsLabel}
        value={requested.success ? requested.data : 'proposed'}
        onChange={(status) =>
          setSearch(status === 'proposed' ? {} : { corrections: status }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        tabs={correctionStatusSchema.options.map((status) => ({
          value: status,
          label: text.tabs[status],
          content: <CorrectionList key={status} status={status} />,
        }))}
      />
    </section>
  );
}

function CorrectionList({ status }: { status: CorrectionStatus }) {
  const query = useInfiniteQuery(correctionsQueryOptions(status));
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.corrections) ?? [],
    (correction) => correction.status === status,
  );
  const { user } = useSession();
  const online = useOnline();
  const [decision, setDecision] = useState<Decision | null>(null);
  useNewAnnouncements(query.data?.pages[0]?.corrections[0]);
  if (query.isPending) return <LoadingRows rows={2} height="h-32" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  // the newest known version of the dialog's correction
  const listed = rows.find(({ _id }) => _id === decision?.correction._id);
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={text.none[status]}>{text.noneHint}</EmptyState>
      ) : (
        <LiveRows
          query={query}
          rows={rows}
          label={text.tabs[status]}
          more={text.more}
          head={text.found(query.data.pages[0]?.total ?? rows.length)}
        >
          {(shown) => (
            <ul className="grid gap-4">
              {shown.map((correction) => (
                <li key={correction._id}>
                  <CorrectionCard
                    correction={correction}
                    isOwn={correction.proposedBy._id === user?._id}
                    blocked={online ? null : text.offline}
                    onDecide={(wanted) => setDecision({ correction, wanted })}
                  />
                </li>
              ))}
            </ul>
          )}
        </LiveRows>
      )}
      {/* stays open when another admin has decided on the last correction of the list */}
      <DecideDialog decision={decision} now={listed} onClose={() => setDecision(null)} />
    </>
  );
}

function useNewAnnouncements(newest: CorrectionDto | undefined): void {
  const announce = useAnnounce('corrections');
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (newest === undefined) return;
    if (before.current !== null && newest._id > before.current)
      announce(text.announce(newest.farmName));
    before.current = newest._id;
  }, [newest, announce]);
}
