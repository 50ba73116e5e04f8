import { Calculator } from 'lucide-react';
import { useState } from 'react';
import type { AnalyticsSubject, Compared, Recount } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { formatDateTime, formatMoney, formatNumber } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { useRecount } from './queries';
import { analyticsText as text } from './texts';

/** A button that recounts from the source data and compares the result with the figures of one subject. */
export function RecountButton({ subject, label }: { subject: AnalyticsSubject; label: string }) {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const recount = useRecount();
  const run = () => recount.mutate();
  return (
    <>
      <Button
        tone="ghost"
        size="sm"
        icon={<Icon of={Calculator} size={18} />}
        disabledReason={online ? null : text.offline}
        aria-label={text.recountOf(label)}
        onClick={() => {
          setOpen(true);
          run();
        }}
      >
        {text.recount}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.recountTitle(label)} wide>
        {recount.data ? (
          <Result recount={recount.data} subject={subject} />
        ) : recount.isError ? (
          <ErrorState
            query={{ error: recount.error, isFetching: recount.isPending, refetch: run }}
            title={text.recountFailed}
          />
        ) : (
          <Loading label={text.recounting}>
            <Skeleton className="h-40" />
          </Loading>
        )}
      </Dialog>
    </>
  );
}

/** Formats a compared figure; revenue is in cents. */
function formatFigure(figure: string, value: number): string {
  return /revenue/i.test(figure) ? formatMoney(value / 100) : formatNumber(value);
}

const columns: readonly Column<Compared>[] = [
  {
    key: 'figure',
    header: text.figure,
    primary: true,
    cell: ({ figure }) => <code className="text-sm break-all">{figure}</code>,
  },
  {
    key: 'projected',
    header: text.projected,
    align: 'end',
    cell: ({ figure, projected }) => (
      <span className="tabular-nums">{formatFigure(figure, projected)}</span>
    ),
  },
  {
    key: 'counted',
    header: text.counted,
    align: 'end',
    cell: ({ figure, counted }) => (
      <span className="tabular-nums">{formatFigure(figure, counted)}</span>
    ),
  },
  {
    key: 'equal',
    header: text.equal,
    cell: ({ projected, counted }) => (
      <Badge tone={projected === counted ? 'leaf' : 'tomato'}>
        {projected === counted ? text.same : text.differs}
      </Badge>
    ),
  },
];

function Result({ recount, subject }: { recount: Recount; subject: AnalyticsSubject }) {
  const own = recount.figures.filter(({ figure }) => figure.startsWith(`${subject}.`));
  return (
    <div className="grid max-h-[60vh] gap-4 overflow-y-auto">
      <p
        role="status"
        className={
          recount.matches
            ? 'rounded-md bg-leaf-tint p-3 font-semibold text-leaf-ink'
            : 'rounded-md bg-tomato-tint p-3 font-semibold text-tomato-ink'
        }
      >
        {recount.matches
          ? text.matches(recount.compared)
          : recount.differing > 0
            ? text.mismatch(recount.differing, recount.compared)
            : text.overdue(recount.overdue)}
      </p>
      <DataTable
        caption={text.recountCaption}
        columns={columns}
        rows={own}
        rowKey={({ figure }) => figure}
      />
      {recount.differences.length > 0 && (
        <>
          <h3 className="text-xl">{text.differences}</h3>
          <DataTable
            caption={text.differences}
            columns={columns}
            rows={recount.differences}
            rowKey={({ figure }) => figure}
          />
        </>
      )}
      <p className="text-sm text-ink-soft">
        {text.countedAt(formatDateTime(recount.at))}
        {recount.underWay > 0 && ` ${text.underWay(recount.underWay)}`}
      </p>
    </div>
  );
}
