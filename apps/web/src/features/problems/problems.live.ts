import type { OrderProblem, ProblemStatus } from '#libs/contracts';
import { byId, newest, simpleEntity } from '../../realtime/entity';
import { liveList, simpleRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const problems = simpleEntity<OrderProblem>('problems', byId, newest);

const rows = { rows: 'problems', ...simpleRows(problems), compare: newestFirst } as const;

liveList({
  key: ['problems', 'order'],
  ...rows,
  matches:
    ({ order }: { order: string }) =>
    ({ orderId }) =>
      orderId === order,
});

liveList({
  key: ['problems', 'list'],
  ...rows,
  // a farm gets events about its own reports only
  matches:
    (filter: { status: ProblemStatus }) =>
    ({ status }) =>
      status === filter.status,
});
