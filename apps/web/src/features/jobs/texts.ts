import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

const jobs = (n: number) => (n === 1 ? '1 job' : `${n} jobs`);

/** Texts of the queues and their jobs. */
export const jobsText = defineMessages({
  en: {
    lead: 'Work that the server does behind the screens. What has given up waits here until somebody decides.',
    failedToLoad: 'The queues could not be loaded',
    listFailed: 'The jobs could not be loaded',
    queues: 'Queues',
    queue: 'Queue',
    waiting: 'Waiting',
    active: 'Active',
    delayed: 'Delayed',
    failed: 'Failed',
    open: (queue: string) => `Show the jobs of ${queue}`,
    state: 'State',
    states: { failed: 'Given up', delayed: 'Waiting for their time' },
    jobsOf: (queue: string) => `Jobs of ${queue}`,
    count: (total: number) => countOf(total, 'job', 'jobs'),
    none: { failed: 'No job has given up here.', delayed: 'No job waits for its time here.' },
    noneHint: 'A job that fails for good appears here by itself.',
    toAudit: 'See what admins did',
    job: 'Job',
    tries: 'Tries',
    triesOf: (tries: number, allowed: number) => `${tries} of ${allowed}`,
    reason: 'What it said',
    noReason: 'Nothing',
    when: 'Failed',
    due: 'Due',
    created: 'Created',
    look: 'Look',
    lookAt: (name: string) => `Look at ${name}`,
    retry: 'Retry',
    retryOf: (name: string) => `Retry ${name}`,
    discard: 'Discard',
    discardOf: (name: string) => `Discard ${name}`,
    retryAll: 'Retry all',
    retryAllTitle: (queue: string) => `Retry every failed job of ${queue}?`,
    retryAllBody: (n: number) =>
      `${countOf(n, 'job', 'jobs')} go back into the queue. Each is safe to run again: what was done is not done twice.`,
    discardTitle: (name: string) => `Discard ${name}?`,
    discardBody:
      'It will not be done. This cannot be taken back; the audit log keeps that you did it.',
    keep: 'Keep it',
    retried: 'The job is in its queue again',
    discarded: 'The job is gone',
    allRetried: (n: number) => `${jobs(n)} went back into the queue`,
    stepFailed: 'That did not work',
    detail: 'About this job',
    data: 'What it is about',
    more: 'Show more jobs',
    offline: 'Needs a connection',
    arrived: (queue: string) => `A job of ${queue} has failed.`,
  },
});
