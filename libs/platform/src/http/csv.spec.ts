import { describe, expect, it } from '@jest/globals';
import { csvRows, toCsv } from './csv.js';

const cellOf = (value: string) => csvRows([[value]]).slice(0, -2);

describe('a CSV file', () => {
  it('begins with a byte order mark, without which Excel shows ZoÃ« for Zoë', () => {
    expect(Buffer.from(toCsv(['name'], [['Zoë']]))).toEqual(
      Buffer.from('\xEF\xBB\xBFname\r\nZo\xC3\xAB\r\n', 'latin1'),
    );
    expect(csvRows([['Zoë'], ['Ann']])).toBe('Zoë\r\nAnn\r\n');
  });

  it('has a row of names, and a line break after each row', () => {
    expect(
      toCsv(
        ['name', 'count'],
        [
          ['Carrots', -3],
          [null, true],
        ],
      ),
    ).toBe('\uFEFFname,count\r\nCarrots,-3\r\n,true\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain', 'plain'],
  ])('quotes %j where it must', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', '"\'\tx"'],
    ['\r=x', '"\'\r=x"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['\n=1', '"\'\n=1"'],
    ['  =1+1', "'  =1+1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff@sum', "'\ufeff@sum"],
    ['＝1+1', "'＝1+1"],
    ['a;=1+1', '"a;\'=1+1"'],
    ['a,  =1+1', '"a,\'  =1+1"'],
    ['a|+1', "a|'+1"],
    ['a\t@sum', '"a\t\'@sum"'],
    ['a\n-1', '"a\n\'-1"'],
    ['a";"=1', '"a"";\'""=1"'],
    ['"=1', '"\'""=1"'],
    ["'=1", "''=1"],
    ['a;b=c', '"a;b=c"'],
    ['a - b', 'a - b'],
    ['a=b', 'a=b'],
    [' a', ' a'],
  ])('never holds a formula: %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
});
