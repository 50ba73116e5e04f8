import { expect, it } from '@jest/globals';
import { hasWebAddress, personNameSchema } from './names.js';

it.each([
  'Ada',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'Mary-Jane O’Neill',
  'Dr. Ngozi Okonjo',
  'Jr.',
  'Søren',
  '李 小龍',
  '',
])('%p is a name', (name) => {
  expect(hasWebAddress(name)).toBe(false);
});

it.each([
  'evil.example',
  'Win at evil.example now',
  'HTTP://evil',
  'https://evil.example/x',
  '//evil',
  'www evil',
  't.co',
  't.co/x',
  '10.0.0.1',
  'ada@evil.example',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil.\u200Bexample',
  'ev\u00ADil\u2060.\u200Dexample',
  'ｅｖｉｌ.ｅｘａｍｐｌｅ',
  'bücher.example',
  'xn--bcher-kva.example',
])('%p has a web address', (name) => {
  expect(hasWebAddress(name)).toBe(true);
  expect(personNameSchema.safeParse(name).success).toBe(false);
});

it('takes no longer for a long text', () => {
  const started = performance.now();
  for (const text of ['.'.repeat(20_000), 'a-'.repeat(10_000), 'www'.repeat(10_000)])
    hasWebAddress(text);
  expect(performance.now() - started).toBeLessThan(500);
});
