import { describe, expect, it } from '@jest/globals';
import { US_STATES } from './us-states.js';
import { isZipCodeOf } from './zip-codes.js';

/** The capital of each state, and places whose codes lie outside their state's main range. */
const PLACES: readonly (readonly [place: string, state: string, zipCode: string])[] = [
  ['Montgomery', 'AL', '36104'],
  ['Juneau', 'AK', '99801'],
  ['Phoenix', 'AZ', '85001'],
  ['Monument Valley', 'AZ', '84536'],
  ['Little Rock', 'AR', '72201'],
  ['Sacramento', 'CA', '95814'],
  ['Verdi', 'CA', '89439'],
  ['Denver', 'CO', '80202'],
  ['Hartford', 'CT', '06103'],
  ['Dover', 'DE', '19901'],
  ['Washington', 'DC', '20001'],
  ['Tallahassee', 'FL', '32301'],
  ['Naples', 'FL', '34102'],
  ['Atlanta', 'GA', '30303'],
  ['Albany', 'GA', '39901'],
  ['Honolulu', 'HI', '96813'],
  ['Boise', 'ID', '83702'],
  ['Springfield', 'IL', '62701'],
  ['Indianapolis', 'IN', '46204'],
  ['Des Moines', 'IA', '50309'],
  ['Topeka', 'KS', '66603'],
  ['Frankfort', 'KY', '40601'],
  ['Baton Rouge', 'LA', '70802'],
  ['Augusta', 'ME', '04330'],
  ['Kittery', 'ME', '03904'],
  ['Annapolis', 'MD', '21401'],
  ['Silver Spring', 'MD', '20910'],
  ['Boston', 'MA', '02201'],
  ['Andover', 'MA', '05501'],
  ['Lansing', 'MI', '48933'],
  ['St Paul', 'MN', '55102'],
  ['Jackson', 'MS', '39205'],
  ['Jefferson City', 'MO', '65101'],
  ['Helena', 'MT', '59623'],
  ['Lincoln', 'NE', '68502'],
  ['Carson City', 'NV', '89701'],
  ['Concord', 'NH', '03301'],
  ['Trenton', 'NJ', '08608'],
  ['Santa Fe', 'NM', '87501'],
  ['Albany', 'NY', '12207'],
  ['Holtsville', 'NY', '00501'],
  ['Fishers Island', 'NY', '06390'],
  ['Raleigh', 'NC', '27601'],
  ['Bismarck', 'ND', '58501'],
  ['Columbus', 'OH', '43215'],
  ['Oklahoma City', 'OK', '73102'],
  ['Salem', 'OR', '97301'],
  ['Harrisburg', 'PA', '17101'],
  ['Providence', 'RI', '02903'],
  ['Columbia', 'SC', '29217'],
  ['Pierre', 'SD', '57501'],
  ['Nashville', 'TN', '37219'],
  ['Austin', 'TX', '78701'],
  ['Austin', 'TX', '73301'],
  ['El Paso', 'TX', '88510'],
  ['Salt Lake City', 'UT', '84111'],
  ['Montpelier', 'VT', '05602'],
  ['Richmond', 'VA', '23219'],
  ['Dulles', 'VA', '20101'],
  ['Olympia', 'WA', '98501'],
  ['Charleston', 'WV', '25301'],
  ['Madison', 'WI', '53703'],
  ['Cheyenne', 'WY', '82001'],
  ['Alta', 'WY', '83414'],
];

describe('a ZIP code', () => {
  it.each(PLACES)('of %s is in %s: %s', (_place, state, zipCode) => {
    expect(isZipCodeOf(state, zipCode)).toBe(true);
  });

  it('is known for every state', () => {
    expect([...new Set(PLACES.map(([, state]) => state))].sort()).toEqual(
      Object.keys(US_STATES).sort(),
    );
  });

  it.each(PLACES)(
    'of %s, %s (%s) is in no other state, but for two that share a post office',
    (_place, state, zipCode) => {
      const others = Object.keys(US_STATES).filter(
        (other) => other !== state && isZipCodeOf(other, zipCode),
      );
      const shared: Record<string, string> = {
        '84536': 'UT',
        '89439': 'NV',
        '06390': 'CT',
        '83414': 'ID',
      };
      expect(others).toEqual(shared[zipCode] === undefined ? [] : [shared[zipCode]]);
    },
  );

  it('may have four more digits, and is in no state that there is not', () => {
    expect(isZipCodeOf('NY', '12534-1234')).toBe(true);
    expect(isZipCodeOf('XX', '12534')).toBe(false);
    expect(isZipCodeOf('NY', '')).toBe(false);
  });
});
