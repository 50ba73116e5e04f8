import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  auditPageSchema,
  EVENT_BATCH,
  type QueueJobsPage,
  queueDepthsSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  retriedJobsSchema,
} from '#libs/contracts';
import { type OutboxEntry, openQueue, REDIS } from '#libs/platform';
import { Marketplace, SocketClient, type TestPerson, waitFor } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
let mails: Queue;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
  mails = new Queue('mail', { connection: market.app.get<Redis>(REDIS) });
});
afterAll(async () => {
  await mails.close();
  await market.close();
});

/** Adds a mail job whose payload is invalid, and waits until its last attempt has failed. */
const fail = async (id: string, attempts = 1, data: object = {}) => {
  // The schema of the job refuses this payload.
  await mails.add('notification.mail', data, { jobId: id, attempts, backoff: 1 });
  await waitFor(`${id} to fail`, async () => (await mails.getJob(id))?.isFailed());
};
const page = async (query: string): Promise<QueueJobsPage> =>
  queueJobsPageSchema.parse((await admin.client.get(`/admin/jobs?queue=mail${query}`)).body);
const path = (id: string) => `/admin/jobs/mail/${id}`;
const audited = async (target: string) =>
  auditPageSchema
    .parse((await admin.client.get(`/audit-log?target=${target}`)).body)
    .entries.map(({ action }) => action);

describe('a job that fails on purpose', () => {
  it('is published to the admins after its last attempt, and not before', async () => {
    const [boss, other] = await Promise.all([
      SocketClient.connect(market.url, admin.client),
      SocketClient.connect(market.url, (await market.person('farmer')).client),
    ]);
    await fail('twice', 2, { password: 'plums', at: 'smtp://shop:plums@mail.test' });
    const { payload } = await boss.receives(
      'job.failed',
      (event) => event.payload.job._id === 'twice',
    );
    expect(payload.job).toMatchObject({
      queue: 'mail',
      state: 'failed',
      tries: 2,
      triesAllowed: 2,
    });
    await market.settled();
    expect(boss.ofName('job.failed')).toHaveLength(1);
    expect(other.ofName('job.failed')).toEqual([]);
    for (const socket of [boss, other]) socket.close();
  });

  it('is listed with its reason and shown without secrets', async () => {
    const [job] = (await page('')).jobs;
    expect(job).toMatchObject({ _id: 'twice', name: 'notification.mail', state: 'failed' });
    expect(job?.reason).toContain('notificationId');
    const { body } = await admin.client.get(path('twice'));
    const detail = queueJobDetailSchema.parse(body);
    expect(detail.data).toEqual({ password: '[hidden]', at: 'smtp://[hidden]@mail.test' });
    expect(JSON.stringify(body)).not.toContain('plums');
  });

  it('shows the events that it holds the ids of', async () => {
    const [event] = await market.events({ name: 'user.registered' });
    if (!event) throw new Error('nobody was registered');
    const queue = openQueue('domain-events', market.app.get<Redis>(REDIS));
    const job = await queue.add(event.name, { ids: [event.id] }, { delay: 3_600_000 });
    const { body } = await admin.client.get(`/admin/jobs/domain-events/${job.id}`);
    const { data } = queueJobDetailSchema.parse(body);
    expect(data).toMatchObject({ events: [{ id: event.id, name: event.name }] });
    await job.remove();
    await queue.close();
  });

  it('is counted in the depth of its queue', async () => {
    // a job counts as active until its worker has moved it to the failed ones
    const queues = await waitFor('the worker to be done with it', async () => {
      const answer = queueDepthsSchema.parse((await admin.client.get('/admin/queues')).body);
      return answer.queues.find(({ name }) => name === 'mail')?.active === 0 ? answer.queues : null;
    });
    expect(queues.find(({ name }) => name === 'mail')).toMatchObject({ failed: 1 });
    expect(queues.map(({ name }) => name)).toContain('domain-events');
  });

  it('is retried when an admin asks for it, which is in the audit log', async () => {
    const { body, status } = await admin.client.post(`${path('twice')}/retry`);
    expect(status).toBe(200);
    expect(queueJobDetailSchema.parse(body)._id).toBe('twice');
    // It has all its attempts again, and uses them up.
    await waitFor('it to fail again', async () => {
      const job = await mails.getJob('twice');
      return (await job?.isFailed()) && job?.attemptsMade === 2;
    });
    expect(await audited('mail/twice')).toEqual(['job.retried']);
  });

  it('can be discarded once, and is gone then', async () => {
    expect((await admin.client.delete(path('twice'))).status).toBe(200);
    expect((await admin.client.delete(path('twice'))).code).toBe('JOB_NOT_FOUND');
    expect((await admin.client.get(path('twice'))).code).toBe('JOB_NOT_FOUND');
    expect((await admin.client.post(`${path('twice')}/retry`)).code).toBe('JOB_NOT_FOUND');
    expect(await audited('mail/twice')).toEqual(['job.discarded', 'job.retried']);
    expect((await page('')).total).toBe(0);
  });
});

describe('the jobs of a queue', () => {
  it('are listed page by page, also while one of them is removed', async () => {
    for (let n = 0; n < 7; n++) await fail(`page-${n}`);
    const first = await page('&limit=3');
    expect(first.total).toBe(7);
    expect(first.jobs.map(({ _id }) => _id)).toEqual(['page-6', 'page-5', 'page-4']);
    expect((await admin.client.delete(path('page-4'))).status).toBe(200);
    const second = await page(`&limit=3&cursor=${first.nextCursor}`);
    expect(second.jobs.map(({ _id }) => _id)).toEqual(['page-3', 'page-2', 'page-1']);
    const third = await page(`&limit=3&cursor=${second.nextCursor}`);
    expect(third.jobs.map(({ _id }) => _id)).toEqual(['page-0']);
    expect(third.nextCursor).toBeNull();
  });

  it('are retried all at once, with one entry in the audit log', async () => {
    const { body } = await admin.client.post('/admin/jobs/mail/retry');
    expect(retriedJobsSchema.parse(body)).toEqual({ retried: 6 });
    await waitFor('them to fail again', async () => (await mails.getFailedCount()) === 6);
    expect(await audited('mail')).toEqual(['queue.retried']);
    await mails.clean(0, 100, 'failed');
    expect((await admin.client.post('/admin/jobs/mail/retry')).body).toEqual({ retried: 0 });
    expect(await audited('mail')).toEqual(['queue.retried']);
  });

  it('are listed while they are delayed, with when they are due, and can be run at once', async () => {
    const due = Date.now() + 3_600_000;
    await mails.add('notification.mail', {}, { jobId: 'later', delay: 3_600_000, attempts: 1 });
    const [job] = (await page('&state=delayed')).jobs;
    expect(job).toMatchObject({ _id: 'later', state: 'delayed', tries: 0, failedAt: null });
    expect(Math.abs(Date.parse(job?.dueAt ?? '') - due)).toBeLessThan(10_000);
    expect((await admin.client.post(`${path('later')}/retry`)).status).toBe(200);
    await waitFor('it to fail', async () => (await mails.getJob('later'))?.isFailed());
  });

  it('that are done are neither retried nor discarded', async () => {
    const worker = new Worker('mail', async () => {}, { connection: market.app.get<Redis>(REDIS) });
    await waitFor('a job to be done by this worker', async () => {
      const id = `done-${Date.now()}`;
      await mails.add('notification.mail', {}, { jobId: id, attempts: 1 });
      const job = await waitFor('it to end', async () => {
        const one = await mails.getJob(id);
        return (await one?.isCompleted()) || (await one?.isFailed()) ? one : null;
      });
      if (!(await job.isCompleted())) return false;
      expect((await admin.client.delete(path(id))).code).toBe('JOB_STATE_INVALID');
      expect((await admin.client.post(`${path(id)}/retry`)).body).toMatchObject({
        state: 'completed',
      });
      expect(await audited(`mail/${id}`)).toEqual([]);
      return true;
    });
    await worker.close();
  });

  it.each([
    '',
    '?queue=mail&state=active',
    '?queue=nowhere',
    '?queue=mail&limit=0',
    '?queue=mail&x=1',
  ])('are refused to /admin/jobs%s', async (query) => {
    expect((await admin.client.get(`/admin/jobs${query}`)).code).toBe('VALIDATION_FAILED');
  });

  it('refuse a cursor that is not valid', async () => {
    const forged = Buffer.from('["x","y"]').toString('base64url');
    for (const cursor of ['nonsense', forged])
      expect((await admin.client.get(`/admin/jobs?queue=mail&cursor=${cursor}`)).code).toBe(
        'CURSOR_INVALID',
      );
  });
});

it('an event whose job is discarded counts as handled, so that nothing requeues it', async () => {
  await market.settled();
  await market.stopRelaying();
  const { user } = await market.person('customer');
  const outbox = market.collection<OutboxEntry>('outbox');
  const ofUser = { name: 'user.registered' as const, aggregateId: user._id, handledAt: null };
  const row = await waitFor('the event of the new user', () => outbox.findOne(ofUser));
  const events = openQueue('domain-events', market.app.get<Redis>(REDIS));
  await events.add(EVENT_BATCH, { ids: [row._id.toString()] }, { jobId: 'lost', delay: 3_600_000 });
  expect((await admin.client.delete('/admin/jobs/domain-events/lost')).status).toBe(200);
  expect((await outbox.findOne({ _id: row._id }))?.handledAt).toBeInstanceOf(Date);
  await events.close();
});
