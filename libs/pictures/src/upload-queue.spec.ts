import { expect, it } from '@jest/globals';
import { runInContext } from '#libs/platform';
import { UploadQueue } from './upload-queue.js';

const bytes = Buffer.from('a picture');
const refused = { code: 'RATE_LIMITED' };

it('renders one picture at a time, in no place of another write, and refuses at once what is too much', async () => {
  const queue = new UploadQueue();
  let ends = () => {};
  const end = new Promise<void>((resolve) => {
    ends = resolve;
  });
  const events: string[] = [];
  const pause = () => {
    events.push('paused');
    return () => events.push('resumed');
  };
  const upload = (userId: string) =>
    runInContext({ requestId: 'spec', actorId: null, pause }, () =>
      queue.run(
        { userId },
        async () => bytes,
        async () => {
          events.push(userId);
          await end;
        },
      ),
    );
  const first = [upload('ann'), upload('ann')];
  await expect(upload('ann')).rejects.toMatchObject(refused);
  const others = Array.from({ length: 8 }, (_, n) => upload(`farmer-${n}`));
  await expect(upload('zoe')).rejects.toMatchObject(refused);
  await new Promise(setImmediate);
  expect(events.filter((event) => event !== 'paused')).toEqual(['ann']);
  expect(events.length).toBe(11);
  ends();
  await Promise.all([...first, ...others]);
  expect(events.filter((event) => event === 'resumed')).toHaveLength(10);
  await upload('ann');
});
