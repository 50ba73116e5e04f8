import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  cleanPasted,
  emailIn,
  emailSchema,
  emailsIn,
  formatPhone,
  normalizeEmail,
  phoneHref,
  phoneSchema,
  zipCodeSchema,
} from './contact-data.js';

it.each([
  ['12534', '12534'],
  [' 12534-1234 ', '12534-1234'],
  ['12534 1234', '12534-1234'],
  ['125341234', '12534-1234'],
  ['12534\u20131234', '12534-1234'],
  ['12534\u20111234', '12534-1234'],
  ['12534 \u2014 1234', '12534-1234'],
  ['12534\u22121234', '12534-1234'],
  ['\u202A12534\u202C', '12534'],
  ['\u200E12534\u200B', '12534'],
  ['1253\uFEFF4', '12534'],
  ['\u00A012534\u00A01234', '12534-1234'],
  ['１２５３４－１２３４', '12534-1234'],
  ['١٢٥٣٤', '12534'],
])('the ZIP code %j is %s', (typed, code) => {
  expect(zipCodeSchema.parse(typed)).toBe(code);
});

it.each(['', '1253', '125345', '12534-12', '12534123', 'abcde', '12534-12345', '1253A'])(
  '%j is no ZIP code',
  (typed) => {
    expect(zipCodeSchema.safeParse(typed).success).toBe(false);
  },
);

it.each([
  ['518 555 0100', '518 555 0100'],
  ['+1 (518) 555-0100', '+1 (518) 555-0100'],
  ['\u202A+1\u00A0(518)\u00A0555\u20110100\u202C', '+1 (518) 555-0100'],
  ['518\u2013555\u20130100', '518-555-0100'],
  ['518\u2012555\u20120100', '518-555-0100'],
  ['\u200B518.555.0100\u2060', '518.555.0100'],
  ['５１８５５５０１００', '5185550100'],
  ['tel:+1-518-555-0100', '+1-518-555-0100'],
  ['TEL: 518 555 0100', '518 555 0100'],
  ['518 555 0100 ext. 4', '518 555 0100 ext. 4'],
  ['518 555 0100 x4', '518 555 0100 x4'],
  ['518-555-0100, extension 12', '518-555-0100, extension 12'],
  ['518-555-0100 #12', '518-555-0100 #12'],
  ['+15185550100;ext=4', '+15185550100;ext=4'],
])('the phone number %j is read as %s', (typed, phone) => {
  expect(phoneSchema.parse(typed)).toBe(phone);
});

it.each([
  '',
  '....()....()',
  '12345',
  'call me',
  '518 555 0100 or 0101',
  'ada@x.example',
  '+',
  '1'.repeat(60),
])('%j is no phone number', (typed) => {
  expect(phoneSchema.safeParse(typed).success).toBe(false);
});

it('takes no longer for a long phone number', () => {
  for (const text of [`${'1'.repeat(100_000)}z`, `1${' '.repeat(100_000)}z`, '1,'.repeat(50_000)])
    expect(phoneSchema.safeParse(text).success).toBe(false);
});

it.each([
  ['+15185550100', '(518) 555-0100', 'tel:+15185550100'],
  ['+15185550100 ext. 4', '(518) 555-0100 ext. 4', 'tel:+15185550100;ext=4'],
  ['+442079460958', '+442079460958', 'tel:+442079460958'],
])('%s is shown as %s and called by %s', (phone, shown, href) => {
  expect(formatPhone(phone)).toBe(shown);
  expect(phoneHref(phone)).toBe(href);
});

it.each([
  ['ada@x.example', 'ada@x.example'],
  [' Ada@X.Example\u00A0', 'ada@x.example'],
  ['\u200Bada@x.example\u200E', 'ada@x.example'],
  ['mailto:ada@x.example', 'ada@x.example'],
  ['ada@b\u00FCcher.example', 'ada@xn--bcher-kva.example'],
  ['Ada@Bu\u0308cher.Example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@b\u00FCcher\u3002example', 'ada@xn--bcher-kva.example'],
])('the address %j is %s', (typed, email) => {
  expect(emailSchema.parse(typed)).toBe(email);
});

it.each([
  '',
  'ada',
  'ada@',
  '@x.example',
  'ada@x',
  'a da@x.example',
  'ada@b\u00FC/cher.example',
  'a@b@c.example',
  'ada@b\u00FC:80',
])('%j is no e-mail address', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(false);
});

it('reads addresses in texts and lists', () => {
  expect(emailIn('José <Jose@Bücher.example>')).toBe('jose@xn--bcher-kva.example');
  expect(emailIn('jose@x.example')).toBe('jose@x.example');
  expect(emailIn('José')).toBeNull();
  expect(emailsIn(' Ada@X.example ,\u200B, bo@b\u00FCcher.example')).toEqual([
    'ada@x.example',
    'bo@xn--bcher-kva.example',
  ]);
});

it('does not change what was cleaned', () => {
  const pasted = fc.string({
    unit: fc.constantFrom(...'a1٣ \u00A0\u200B\u2011\u2013-+(:@.ü.ｅtel:mailto:'),
  });
  fc.assert(
    fc.property(pasted, (text) => {
      for (const clean of [cleanPasted, normalizeEmail])
        expect(clean(clean(text))).toBe(clean(text));
    }),
  );
});
