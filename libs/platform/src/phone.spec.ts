import { expect, it } from '@jest/globals';
import { phoneSchema } from '#libs/contracts';
import { parsePhone } from './phone.js';

/** As a request is handled: cleaned by its contract, then parsed. */
const stored = (typed: string) => parsePhone(phoneSchema.parse(typed), 'phone');

it.each([
  ['518 555 0100', '+15185550100'],
  ['+1 (518) 555-0100', '+15185550100'],
  ['1-518-555-0100', '+15185550100'],
  ['\u202A518\u2011555\u20110100\u202C', '+15185550100'],
  ['tel:+15185550100', '+15185550100'],
  ['518 555 0100 ext. 4', '+15185550100 ext. 4'],
  ['(518) 555-0100 x4', '+15185550100 ext. 4'],
  ['518-555-0100, extension 12', '+15185550100 ext. 12'],
  ['518-555-0100 #12', '+15185550100 ext. 12'],
  ['tel:+15185550100;ext=4', '+15185550100 ext. 4'],
  ['٥١٨ ٥٥٥ ٠١٠٠', '+15185550100'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['011 44 20 7946 0958', '+442079460958'],
])('%j is stored as %s', (typed, phone) => {
  expect(stored(typed)).toBe(phone);
  expect(stored(phone)).toBe(phone);
});

it.each(['555 0100', '51855501000', '123456789', '+999 123 456 789'])('%j is refused', (typed) => {
  expect(() => stored(typed)).toThrow('phone: must be a phone number');
});
