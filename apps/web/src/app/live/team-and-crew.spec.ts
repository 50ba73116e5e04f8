import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { DomainEvent, PackingOrders, Stops } from '#libs/contracts';
import { packingOrdersQueryOptions, stopsQueryOptions } from '../../features/crew/crew';
import { teamQueryOptions } from '../../features/team/team';
import { FARM_ID, makePackingOrder, makeStop, makeTeam } from '../../testing/crew-fixtures';
import { fakeId } from '../../testing/fixtures';
import { LivePage } from '../../testing/live-page';

let events = 0;
function event(name: string, version: number, payload: unknown): DomainEvent {
  events += 1;
  const id = `${events}`.padStart(24, '0');
  const rest = { occurredAt: '2026-11-20T10:00:00.000Z', correlationId: 'c', actorId: null };
  return { id, name, version, payload, aggregateId: id, ...rest } as unknown as DomainEvent;
}

function page(farmRole: 'owner' | 'packer' | 'driver') {
  const client = new QueryClient();
  const viewer = { id: fakeId('user', 1), role: 'farmer', farmId: FARM_ID, farmRole } as const;
  return { client, cache: new LivePage(client, viewer) };
}

describe('a packer’s orders on screen', () => {
  const packing = (order: PackingOrders['orders'][number]) =>
    event('order.packing-changed', order.orderVersion, { farmId: FARM_ID, order });

  it('gain a new one once, follow each, and lose those that are over', () => {
    const { client, cache } = page('packer');
    const { queryKey } = packingOrdersQueryOptions();
    client.setQueryData(queryKey, { orders: [makePackingOrder(1)], total: 1 });
    const shown = () =>
      client.getQueryData(queryKey)?.orders.map(({ code, status }) => [code, status]);
    const added = packing(makePackingOrder(2));
    cache.apply([added, added]);
    cache.apply([packing(makePackingOrder(1, { status: 'packed', version: 2, orderVersion: 2 }))]);
    expect(shown()).toEqual([
      ['FG-PACK0001', 'packed'],
      ['FG-PACK0002', 'placed'],
    ]);
    cache.apply([
      packing(makePackingOrder(1, { status: 'delivered', version: 4, orderVersion: 4 })),
    ]);
    // late: an earlier step of the same order
    cache.apply([packing(makePackingOrder(1, { status: 'packed', version: 3, orderVersion: 3 }))]);
    expect(shown()).toEqual([['FG-PACK0002', 'placed']]);
  });
});

describe('a driver’s stops on screen', () => {
  const stopped = (stop: Stops['stops'][number]) =>
    event('order.stop-changed', stop.orderVersion, { farmId: FARM_ID, stop });

  it('keep their order, show what is handed over, and gain new ones at the end', () => {
    const { client, cache } = page('driver');
    const { queryKey } = stopsQueryOptions();
    client.setQueryData(queryKey, { stops: [makeStop(2), makeStop(1)], total: 2 });
    cache.apply([stopped(makeStop(3))]);
    cache.apply([stopped(makeStop(1, { status: 'delivered', version: 2, orderVersion: 3 }))]);
    // what is to be collected changes without the part
    cache.apply([stopped(makeStop(2, { toCollect: 7.5, orderVersion: 2 }))]);
    expect(
      client
        .getQueryData(queryKey)
        ?.stops.map(({ code, status, toCollect }) => [code, status, toCollect]),
    ).toEqual([
      ['FG-PACK0002', 'packed', 7.5],
      ['FG-PACK0001', 'delivered', 12.5],
      ['FG-PACK0003', 'packed', 12.5],
    ]);
  });
});

it('shows the newest team to its owner', () => {
  const { client, cache } = page('owner');
  const { queryKey } = teamQueryOptions();
  const team = makeTeam(fakeId('user', 1), { version: 2 });
  client.setQueryData(queryKey, team);
  cache.apply([event('team.changed', 3, { team: { ...team, members: [], version: 3 } })]);
  cache.apply([event('team.changed', 1, { team: { ...team, version: 1 } })]);
  expect(client.getQueryData(queryKey)).toMatchObject({ members: [], version: 3 });
});
