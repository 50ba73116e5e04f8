import { describe, expect, it } from '@jest/globals';
import { actingAs, membershipsOf } from './acting-as.js';

const [green, blue] = ['1'.repeat(24), '2'.repeat(24)];
const nobody = { farmId: null, farmRole: null };

describe('as what somebody acts', () => {
  it('is themselves while they act for no farm, whomever they work for', () => {
    const memberships = [{ farmId: green, role: 'packer' as const }];
    expect(actingAs({ role: 'customer', farmId: null, memberships })).toEqual({
      role: 'customer',
      ...nobody,
    });
    expect(actingAs({ role: 'admin', farmId: null })).toEqual({ role: 'admin', ...nobody });
  });

  it('is a farmer at the farm that they act for, also if they are a customer', () => {
    const memberships = [
      { farmId: green, role: 'packer' as const },
      { farmId: blue, role: 'driver' as const },
    ];
    expect(actingAs({ role: 'customer', farmId: blue, memberships })).toEqual({
      role: 'farmer',
      farmId: blue,
      farmRole: 'driver',
    });
  });

  it('is nothing at a farm for which they do not work any more', () => {
    const memberships = [{ farmId: green, role: 'packer' as const }];
    for (const role of ['customer', 'farmer'] as const)
      expect(actingAs({ role, farmId: blue, memberships })).toEqual({ role, ...nobody });
  });

  it('is never a farmer if they are an admin', () => {
    const memberships = [{ farmId: green, role: 'owner' as const }];
    expect(actingAs({ role: 'admin', farmId: green, memberships })).toEqual({
      role: 'admin',
      ...nobody,
    });
  });

  it('is the owner in a record of an older build', () => {
    const farmer = { role: 'farmer' as const, farmId: green };
    expect(membershipsOf(farmer)).toEqual([{ farmId: green, role: 'owner' }]);
    expect(actingAs(farmer)).toEqual({ ...farmer, farmRole: 'owner' });
  });
});
