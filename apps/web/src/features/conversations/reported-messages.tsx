import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { MessageReport } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { useOnline } from '../../lib/browser/device';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { paths } from '../../lib/paths';
import { formatDateTime } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { LiveRows } from '../../ui/live-rows';
import { PictureLinks } from '../../ui/picture-links';
import { ReasonDialog } from '../../ui/reason-form';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { useToast } from '../../ui/toast';
import { messageReportsQueryOptions, type ReportsStatus, useDecideReport } from './conversations';
import { talkText, reportedText as text } from './texts';

const STATES: readonly ReportsStatus[] = ['open', 'decided'];
const stateOf = ({ status }: MessageReport): ReportsStatus =>
  status === 'open' ? 'open' : 'decided';

/** The reported messages, live, for admins; the selected state is a search parameter. */
export function ReportedMessages() {
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') === 'decided' ? 'decided' : 'open';
  return (
    <Tabs<ReportsStatus>
      label={text.tabs}
      value={status}
      onChange={(next) =>
        setSearch(next === 'open' ? {} : { status: next }, {
          replace: true,
          preventScrollReset: true,
        })
      }
      tabs={STATES.map((value) => ({
        value,
        label: text.states[value],
        content: <Reports key={value} status={value} />,
      }))}
    />
  );
}

function Reports({ status }: { status: ReportsStatus }) {
  const query = useInfiniteQuery(messageReportsQueryOptions(status));
  const listed = query.data?.pages.flatMap((page) => page.reports);
  const rows = useKeptRows(listed ?? [], (report) => stateOf(report) === status);
  if (query.isPending) return <LoadingRows rows={3} height="h-40" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  if (rows.length === 0)
    return (
      <EmptyState
        title={text.none[status]}
        action={
          <LinkButton tone="outline" to={`${paths.dashboardOf('admin')}/orders`}>
            {text.toOrders}
          </LinkButton>
        }
      >
        {text.noneHint}
      </EmptyState>
    );
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={text.states[status]}
      more={text.more}
      head={text.found(query.data.pages[0]?.total ?? rows.length)}
    >
      {(shown) => (
        <ul className="grid gap-4">
          {shown.map((report) => (
            <li key={report._id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ul>
      )}
    </LiveRows>
  );
}

function ReportCard({ report }: { report: MessageReport }) {
  const { _id, code, farmName, customer, message, by, reason, reportedAt, status } = report;
  const titleId = `reported-${_id}`;
  return (
    <Card as="article" compact aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 id={titleId} className="font-sans text-base font-bold tracking-normal">
            <Link
              to={paths.order(message.orderId)}
              className="inline-flex min-h-11 items-center underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
            >
              {code}
            </Link>
          </h2>
          <p className="text-sm break-words text-ink-soft">
            {customer.name} · {farmName}
          </p>
        </div>
        <Badge tone={status === 'open' ? 'butter' : status === 'removed' ? 'tomato' : 'leaf'}>
          {status === 'open' ? text.states.open : text[status]}
        </Badge>
      </div>
      <div className="grid gap-1">
        <p className="text-sm text-ink-soft">
          {text.wrote(message.author, formatDateTime(message.sentAt))}
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {message.text}
        </p>
        <PictureLinks
          pictures={message.pictures}
          label={talkText.pictures}
          nameOf={talkText.picture}
        />
      </div>
      <blockquote className="grid gap-1 rounded-md border-l-4 border-tomato-ink bg-tomato-tint p-3 text-tomato-ink">
        <p className="text-sm">{text.by(by.name, formatDateTime(reportedAt))}</p>
        <p className="font-quote break-words whitespace-pre-line italic">{text.quoted(reason)}</p>
      </blockquote>
      {report.decision && (
        <div className="grid gap-1">
          <p className="text-sm text-ink-soft">
            {text.decided(report.decision.by, formatDateTime(report.decision.at))}
          </p>
          <p className="font-quote break-words whitespace-pre-line italic">
            {text.quoted(report.decision.reason)}
          </p>
        </div>
      )}
      <Decide report={report} />
    </Card>
  );
}

/** The link to the whole conversation, and while the report is open the two decisions. */
function Decide({ report }: { report: MessageReport }) {
  const [removes, setRemoves] = useState<boolean | null>(null);
  const online = useOnline();
  const toast = useToast();
  const decide = useDecideReport();
  const { _id: id, version, message, code } = report;
  const confirm = (reason: string) => {
    setRemoves(null);
    const remove = removes === true;
    decide.mutate(
      { id, version, remove, reason },
      {
        onSuccess: () => toast({ title: remove ? text.isRemoved : text.isKept }),
        onError: (error) =>
          toast({
            tone: 'error',
            title: text.stepFailed,
            description:
              errorCode(error) === 'VERSION_CONFLICT' ? text.conflict : errorMessage(error),
          }),
      },
    );
  };
  const disabledReason = online ? null : text.offline;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {report.status === 'open' && (
        <>
          <Button
            size="sm"
            tone="danger"
            aria-label={text.removeOf(message.author)}
            disabledReason={disabledReason}
            onClick={() => setRemoves(true)}
          >
            {text.remove}
          </Button>
          <Button
            size="sm"
            tone="outline"
            aria-label={text.keepOf(message.author)}
            disabledReason={disabledReason}
            onClick={() => setRemoves(false)}
          >
            {text.keep}
          </Button>
        </>
      )}
      <LinkButton
        size="sm"
        tone="ghost"
        to={paths.messages(message.orderId, message.partId)}
        aria-label={text.conversationOf(code)}
      >
        {text.conversation}
      </LinkButton>
      <ReasonDialog
        question={
          removes === null
            ? null
            : {
                title: removes ? text.removeOf(message.author) : text.keepOf(message.author),
                body: removes ? text.removeBody : text.keepBody,
                hint: text.reasonHint,
                required: true,
                confirm: removes ? text.remove : text.keep,
                cancel: text.cancel,
              }
        }
        onClose={() => setRemoves(null)}
        onConfirm={confirm}
      />
    </div>
  );
}
