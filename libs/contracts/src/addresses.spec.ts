import { describe, expect, it } from '@jest/globals';
import { deliveryAddressSchema } from './addresses.js';

const good = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};
const refused = (change: object) => {
  const parsed = deliveryAddressSchema.safeParse({ ...good, ...change });
  return parsed.success ? null : parsed.error.issues.map(({ path }) => path.join('.'));
};

describe('a delivery address', () => {
  it.each([
    [{}],
    [{ state: 'DC', postalCode: '20002' }],
    [{ postalCode: '06390' }],
    [{ postalCode: ' 12534-1234 ' }],
    [{ phone: '+1 (518) 555-0100' }],
    [{ phone: '5185550100' }],
    [{ line2: 'Apt 3' }],
    [{ city: 'Texhoma', state: 'TX', postalCode: '73960' }],
    [{ city: 'Texhoma', state: 'OK', postalCode: '73960' }],
    [{ city: 'San Juan', state: 'PR', postalCode: '00901' }],
    [{ city: 'Hagåtña', state: 'GU', postalCode: '96910' }],
    [{ city: 'FPO', state: 'AP', postalCode: '96349-1100' }],
    [{ city: 'APO', state: 'AE', postalCode: '09009' }],
    [{ city: 'Koror', state: 'PW', postalCode: '96940' }],
  ])('can be %j', (change) => {
    expect(refused(change)).toBeNull();
  });

  it.each([
    [{ state: 'XX' }, 'state'],
    [{ state: 'New York' }, 'state'],
    [{ state: 'toString' }, 'state'],
    [{ state: '' }, 'state'],
    [{ postalCode: 'abc' }, 'postalCode'],
    [{ postalCode: '1253' }, 'postalCode'],
    [{ postalCode: '12534-12' }, 'postalCode'],
    [{ recipient: ' ' }, 'recipient'],
    [{ recipient: undefined }, 'recipient'],
    [{ phone: '' }, 'phone'],
    [{ phone: undefined }, 'phone'],
    [{ phone: '....()....()' }, 'phone'],
    [{ phone: '555' }, 'phone'],
    [{ city: '' }, 'city'],
  ])('is refused with %j', (change, path) => {
    expect(refused(change)).toEqual([path]);
  });

  it('has its state in capital letters', () => {
    expect(deliveryAddressSchema.parse({ ...good, state: ' ny ' }).state).toBe('NY');
  });
});
