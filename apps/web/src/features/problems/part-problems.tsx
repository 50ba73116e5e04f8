import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  deliveredAtOf,
  type OrderDto,
  type OrderPart,
  type OrderProblem,
  type Role,
  reportableUntil,
  reportRefusal,
} from '#libs/contracts';
import { lazyPart } from '../../lib/api/chunks';
import { useOnline } from '../../lib/browser/device';
import { useNow } from '../../lib/browser/timers';
import { formatDate } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { AnswerButton } from './answer-button';
import { ProblemCard } from './problem-card';
import { orderProblemsQueryOptions } from './problems';
import { problemsText, reportText as text } from './texts';
import { useProblemAnnouncements } from './use-problem-announcements';

// loaded on demand: few parts have a problem
const ReportDialog = lazyPart(() => import('./report-dialog'));

/** The reports of a part with their answers, live, and the buttons to report and to answer. */
export function PartProblems({
  order,
  part,
  viewer,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
}) {
  const { data } = useQuery({
    ...orderProblemsQueryOptions(order._id),
    // before a hand-over there are none, and events add those that come
    initialData: order.parts.some(wasDelivered) ? undefined : { problems: [] },
  });
  useProblemAnnouncements(data?.problems, viewer);
  const problems = data?.problems.filter(({ partId }) => partId === part._id) ?? [];
  if (!wasDelivered(part)) return null;
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {problems.map((problem) => (
        <ProblemCard
          key={problem._id}
          problem={problem}
          viewer={viewer}
          action={viewer !== 'customer' && <AnswerButton problem={problem} viewer={viewer} />}
        />
      ))}
      {viewer === 'customer' && <Report order={order} part={part} problems={problems} />}
    </div>
  );
}

const wasDelivered = (part: OrderPart): boolean => deliveredAtOf(part) !== undefined;

function Report({
  order,
  part,
  problems,
}: {
  order: OrderDto;
  part: OrderPart;
  problems: readonly OrderProblem[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  const online = useOnline();
  const now = useNow();
  const deliveredAt = deliveredAtOf(part);
  if (deliveredAt === undefined || reportRefusal(part, now) !== null) return null;
  const open = problems.filter(({ status }) => status === 'open');
  const reported = new Set(open.flatMap(({ lines }) => lines.map(({ productId }) => productId)));
  const isLeft = part.lines.some(
    ({ quantity, productId }) => quantity > 0 && !reported.has(productId),
  );
  const until = new Date(reportableUntil(deliveredAt)).toISOString();
  const blocked = isLeft ? null : text.allOpen;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Button
        tone="outline"
        size="sm"
        icon={<Icon of={TriangleAlert} size={16} />}
        aria-label={text.reportOf(part.farmName)}
        disabledReason={online ? blocked : problemsText.offline}
        onClick={() => setIsOpen(true)}
      >
        {text.report}
      </Button>
      <span className="text-sm text-ink-soft">{text.until(formatDate(until))}</span>
      <Suspense>
        {isOpen && (
          <ReportDialog
            orderId={order._id}
            part={part}
            reported={reported}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
