import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type QueueDepths, queueDepthsSchema } from '#libs/contracts';
import { openQueue, REDIS } from '#libs/platform';
import { Marketplace, SocketClient, waitFor } from '#libs/testing';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());

it('admins receive the depths of the queues when they change, and nobody else does', async () => {
  const mail = openQueue('mail', market.app.get<Redis>(REDIS));
  const [admin, farmer] = await Promise.all(
    (['admin', 'farmer'] as const).map(async (role) => {
      const { client } = await market.person(role);
      const socket = await SocketClient.connect(market.url, client);
      const received: QueueDepths[] = [];
      socket.socket.on('queues.depths', (data: unknown) =>
        received.push(queueDepthsSchema.parse(data)),
      );
      return { socket, received };
    }),
  );
  const delayed = () =>
    admin?.received.at(-1)?.queues.find(({ name }) => name === 'mail')?.delayed ?? null;
  // more than all scheduled jobs in that queue
  const ids = Array.from({ length: 20 }, (_, n) => `spec-${n}`);
  for (const jobId of ids) await mail.add('spec', {}, { jobId, delay: 3_600_000 });
  await waitFor('the jobs to be counted', () => (delayed() ?? 0) >= ids.length);
  for (const id of ids) await mail.remove(id);
  await waitFor('their removal to be counted', () => (delayed() ?? ids.length) < ids.length);
  expect(farmer?.received).toEqual([]);
  for (const one of [admin, farmer]) one?.socket.close();
  await mail.close();
});
