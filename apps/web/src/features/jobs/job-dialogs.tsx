import { useQuery } from '@tanstack/react-query';
import type { QueueJob, QueueName } from '#libs/contracts';
import { formatDateTime } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState, errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { type JobAction, jobQueryOptions, useJobAction, useRetryAll } from './jobs';
import { jobsText as text } from './texts';

/** The open dialog: a job's details, or a confirmation. */
export type OpenJobDialog =
  | { kind: 'detail' | 'discard'; job: QueueJob }
  | { kind: 'retry-all'; queue: QueueName; total: number };

/** Retries or discards one job, and shows the result as a toast. */
export function useRunJobAction() {
  const toast = useToast();
  const mutation = useJobAction();
  const run = ({ queue, _id }: QueueJob, action: JobAction['action'], onDone?: () => void) =>
    mutation.mutate(
      { queue, id: _id, action },
      {
        onSuccess: () => toast({ title: action === 'retry' ? text.retried : text.discarded }),
        onError: (error) =>
          toast({ tone: 'error', title: text.stepFailed, description: errorMessage(error) }),
        onSettled: onDone,
      },
    );
  return { run, busy: mutation.isPending };
}

/** A job's details, or the confirmation of an action that cannot be undone. */
export function JobDialogs({
  question,
  onClose,
}: {
  question: OpenJobDialog | null;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      title={question === null ? '' : titleOf(question)}
      wide={question?.kind === 'detail'}
    >
      {question?.kind === 'detail' && <Detail job={question.job} />}
      {question?.kind === 'discard' && <Discard job={question.job} onClose={onClose} />}
      {question?.kind === 'retry-all' && <RetryAll {...question} onClose={onClose} />}
    </Dialog>
  );
}

function titleOf(question: OpenJobDialog): string {
  if (question.kind === 'retry-all') return text.retryAllTitle(question.queue);
  return question.kind === 'detail' ? text.detail : text.discardTitle(question.job.name);
}

function Discard({ job, onClose }: { job: QueueJob; onClose: () => void }) {
  const { run, busy } = useRunJobAction();
  return (
    <Confirm
      body={text.discardBody}
      confirm={text.discard}
      busy={busy}
      onConfirm={() => run(job, 'discard', onClose)}
      onClose={onClose}
    />
  );
}

function RetryAll({
  queue,
  total,
  onClose,
}: {
  queue: QueueName;
  total: number;
  onClose: () => void;
}) {
  const toast = useToast();
  const retryAll = useRetryAll();
  return (
    <Confirm
      body={text.retryAllBody(total)}
      confirm={text.retryAll}
      busy={retryAll.isPending}
      onConfirm={() =>
        retryAll.mutate(queue, {
          onSuccess: ({ retried }) => toast({ title: text.allRetried(retried) }),
          onError: (error) =>
            toast({ tone: 'error', title: text.stepFailed, description: errorMessage(error) }),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}

function Confirm({
  body,
  confirm,
  busy,
  onConfirm,
  onClose,
}: {
  body: string;
  confirm: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <div className="grid gap-5">
      <p>{body}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="ghost" onClick={onClose}>
          {text.keep}
        </Button>
        <Button busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </div>
  );
}

function Detail({ job }: { job: QueueJob }) {
  const query = useQuery(jobQueryOptions(job.queue, job._id));
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-48" />
      </Loading>
    );
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.listFailed} />;
  }
  const { name, _id, reason, tries, triesAllowed, createdAt, failedAt, data } = query.data;
  const facts: readonly (readonly [string, string])[] = [
    [text.job, `${name} ${_id}`],
    [text.tries, text.triesOf(tries, triesAllowed)],
    [text.created, formatDateTime(createdAt)],
    ...(failedAt === null ? [] : [[text.when, formatDateTime(failedAt)] as const]),
    [text.reason, reason ?? text.noReason],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        {facts.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="text-xl">{text.data}</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the overflow scrollable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md bg-sunken p-4 text-sm"
      >
        {JSON.stringify(data, null, 2)}
      </pre>
    </div>
  );
}
