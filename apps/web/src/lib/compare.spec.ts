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

it('writes a table as CSV, with a byte order mark and without formulas', async () => {
  const file = await csvFile(
    ['farm', 'sales'],
    [
      ['=1+1', 2.5],
      ['Oak, Ash; Zoë', -3],
    ],
  );
  const bytes = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });
  expect(Buffer.from(bytes).toString('utf8')).toBe(
    '\uFEFFfarm,sales\r\n\'=1+1,2.5\r\n"Oak, Ash; Zoë",-3\r\n',
  );
});
