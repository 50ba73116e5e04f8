import type { PackingOrderDto, StopDto, TeamDto } from '#libs/contracts';
import { fakeId } from './fixtures';

export const FARM_ID = fakeId('farm', 1);

/** What a packer sees of an order; `n` makes its id and code. */
export function makePackingOrder(n: number, patch: Partial<PackingOrderDto> = {}): PackingOrderDto {
  return {
    _id: fakeId('order', n),
    partId: fakeId('part', n),
    code: `FG-PACK000${n}`,
    placedAt: `2026-11-20T10:0${n}:00.000Z`,
    customer: 'Cleo Crowd',
    status: 'placed',
    slot: null,
    notes: ['Behind the gate'],
    lines: [
      {
        productId: fakeId('product', 1),
        name: 'Carrots',
        image: '/produce/basket.svg',
        unit: 'lb',
        quantity: 2,
        ordered: 2,
        note: null,
      },
    ],
    version: 1,
    orderVersion: 1,
    fulfilment: 'pickup',
    pickupPlace: 'The barn',
    farmName: 'Hollow Creek',
    ...patch,
  };
}

/** What a driver sees of an order. */
export function makeStop(n: number, patch: Partial<StopDto> = {}): StopDto {
  const { fulfilment: _, pickupPlace: __, farmName: ___, ...order } = makePackingOrder(n);
  return {
    ...order,
    status: 'packed',
    address: {
      recipient: 'Ann Miller',
      phone: '+15185550100',
      line1: `${n} Main St`,
      city: 'Hudson',
      state: 'NY',
      postalCode: '12534',
    },
    toCollect: 12.5,
    ...patch,
  };
}

/** A team of an owner and a packer. */
export function makeTeam(ownerId: string, patch: Partial<TeamDto> = {}): TeamDto {
  const since = '2026-11-01T10:00:00.000Z';
  return {
    farmId: FARM_ID,
    members: [
      {
        ...{ userId: ownerId, name: 'Frances Holm', email: 'frances@example.org', since },
        ...{ role: 'owner', isFounder: true },
      },
      {
        ...{ userId: fakeId('user', 50), name: 'Wren Packer', email: 'wren@example.org', since },
        ...{ role: 'packer', isFounder: false },
      },
    ],
    invitations: [],
    version: 1,
    ...patch,
  };
}
