import type { QueryKey } from '@tanstack/react-query';
import { type AuditEntryDto, movedTotal, type QueueJob } from '#libs/contracts';
import { filterOf, mapPages, type RowPage } from './cache';
import { type Facts, jobKey } from './facts';
import { type RowRules, reconcileRows } from './rows';

/**
 * What an act took from the lists of jobs: one job by its key, or under a queue's name all that had failed by then;
 * null for every other act.
 */
export function takenJobs({ action, target }: AuditEntryDto): string | null {
  if (action === 'queue.retried') return target.id;
  const one = action === 'job.retried' || action === 'job.discarded';
  return one ? target.id.replace('/', ' ') : null;
}

/**
 * A list of jobs. A failed one comes in once, with the news of it, and goes when an admin retries or discards it;
 * one that fails again has failed later than that.
 */
export function currentJobs(
  key: QueryKey,
  data: unknown,
  { failedJobs, takenJobs: taken }: Facts,
  news: ReadonlySet<string>,
): unknown {
  const { queue, state } = filterOf(key);
  const isTaken = (job: QueueJob) =>
    [jobKey(job), job.queue].some(
      (name) => (taken.get(name) ?? '') > (job.failedAt ?? job.createdAt),
    );
  return mapPages<QueueJob>(data, 'jobs', (pages) => {
    const rows = reconcileSorted(pages, {
      current: (job) => newest(job, failedJobs.get(jobKey(job))),
      matches: (job) => job.queue === queue && job.state === state,
      known: [...failedJobs.values()].filter((job) => news.has(jobKey(job)) && !isTaken(job)),
      compare: lastFailedFirst,
    });
    const gone = state === 'failed' ? rows.flatMap((page) => page.rows.filter(isTaken)).length : 0;
    if (gone === 0) return rows;
    return rows.map((page) => ({
      ...page,
      rows: page.rows.filter((job) => !isTaken(job)),
      total: movedTotal(page.total, -gone),
    }));
  });
}

/** A job that fails again goes to where its new failure puts it, also when its retry is heard of later. */
function reconcileSorted(
  pages: readonly RowPage<QueueJob>[],
  rules: RowRules<QueueJob>,
): readonly RowPage<QueueJob>[] {
  const next = reconcileRows(pages, rules);
  if (next === pages) return pages;
  const rows = next.flatMap((page) => page.rows).sort(rules.compare);
  return next.map((page) => ({ ...page, rows: rows.splice(0, page.rows.length) }));
}

function lastFailedFirst(a: QueueJob, b: QueueJob): number {
  return (b.failedAt ?? '').localeCompare(a.failedAt ?? '');
}

function newest(job: QueueJob, told: QueueJob | undefined): QueueJob {
  return told && (told.failedAt ?? '') > (job.failedAt ?? '') ? told : job;
}
