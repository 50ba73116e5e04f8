import { expect, it } from '@jest/globals';
import { changeOf } from './compare';
import { csvFile } from './csv';

it.each([
  [112, 100, '+12%'],
  [50, 100, '−50%'],
  [100, 100, '±0%'],
  [100, 0, null],
])('compares %i with %i', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change);
});

it('writes a table as CSV, without formulas', async () => {
  const file = csvFile(
    ['farm', 'sales'],
    [
      ['=1+1', 2.5],
      ['Oak, Ash', -3],
    ],
  );
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(file);
  });
  expect(text).toBe('farm,sales\r\n\'=1+1,2.5\r\n"Oak, Ash",-3\r\n');
});
