import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Decimal128, type Document, Double, Long, ObjectId } from 'mongodb';
import {
  type ContractServer,
  canonical,
  errorCode,
  startContractServer,
} from '../testing/contract-server.js';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const dec = (text: string) => Decimal128.fromString(text);
const long = (n: number) => Long.fromNumber(n);
const dbl = (n: number) => new Double(n);
const at = (iso: string) => new Date(iso);

/** The document that the expressions see. */
const DOCUMENT: Document = {
  _id: 1,
  n: 7,
  zero: 0,
  neg: -3,
  half: 2.5,
  big: Long.fromString('9223372036854775807'),
  price: dec('12.50'),
  name: 'Ärger Größe',
  text: '  pad  ',
  csv: 'a,b,c',
  nothing: null,
  list: [3, 1, 2],
  words: ['x', 'y'],
  items: [
    { sku: 'a', qty: 2 },
    { sku: 'b', qty: 5 },
  ],
  nested: { x: { y: 1 } },
  date: at('2026-03-29T00:30:15.250Z'),
  id: new ObjectId('65f000000000000000000001'),
  yes: true,
};
const REMOVED = Symbol('the field is missing in the result');

/** A branch of `$switch`, built without a literal `then`, which would make the object look like a promise. */
const branch = (test: unknown, result: unknown) =>
  Object.fromEntries([
    ['case', test],
    ['then', result],
  ]);

/** Title, expression, result; an int32 is a plain number, other number types are spelled out. */
type Case = [title: string, expression: unknown, result: unknown];

const ARITHMETIC: Case[] = [
  ['$add of int32 stays int32', { $add: ['$n', 1] }, 8],
  ['$add overflows int32 into int64', { $add: [2147483647, 1] }, long(2147483648)],
  ['$add overflows int64 into double', { $add: ['$big', 1] }, dbl(2 ** 63)],
  ['$add of int32 and double is a double', { $add: [1, dbl(1)] }, dbl(2)],
  ['$add with a decimal is a decimal', { $add: ['$price', 1] }, dec('13.50')],
  [
    '$add of a date and milliseconds is a date',
    { $add: ['$date', 750] },
    at('2026-03-29T00:30:16.000Z'),
  ],
  ['$add with null is null', { $add: ['$n', '$nothing'] }, null],
  ['$add with a missing field is null', { $add: ['$n', '$absent'] }, null],
  ['$add of nothing is 0', { $add: [] }, 0],
  ['$subtract', { $subtract: ['$n', 10] }, -3],
  [
    '$subtract of dates gives milliseconds as int64',
    { $subtract: ['$date', at('2026-03-29T00:30:15.000Z')] },
    long(250),
  ],
  [
    '$subtract of milliseconds from a date',
    { $subtract: ['$date', 250] },
    at('2026-03-29T00:30:15.000Z'),
  ],
  ['$multiply', { $multiply: ['$n', 3, 2] }, 42],
  ['$multiply of decimals is exact', { $multiply: ['$price', 3] }, dec('37.50')],
  ['$divide of int32 gives a double', { $divide: [6, 3] }, dbl(2)],
  ['$divide with a remainder', { $divide: ['$n', 2] }, 3.5],
  ['$divide of decimals', { $divide: [dec('1'), dec('8')] }, dec('0.125')],
  ['$mod keeps the sign of the dividend', { $mod: ['$neg', 2] }, -1],
  ['$mod of doubles', { $mod: [5.5, 2] }, 1.5],
  ['$abs', { $abs: '$neg' }, 3],
  ['$ceil keeps the type', { $ceil: '$half' }, dbl(3)],
  ['$ceil of an integer', { $ceil: '$n' }, 7],
  ['$floor of a negative number', { $floor: -2.5 }, dbl(-3)],
  ['$round rounds half to even', { $round: ['$half'] }, dbl(2)],
  ['$round to decimal places', { $round: [2.675, 2] }, 2.67],
  ['$round to tens', { $round: [1234, -2] }, 1200],
  ['$round to a missing place is null', { $round: ['$half', '$absent'] }, null],
  ['$trunc', { $trunc: -2.7 }, dbl(-2)],
  ['$trunc to decimal places', { $trunc: [2.789, 1] }, 2.7],
  ['$sqrt', { $sqrt: 16 }, dbl(4)],
  ['$pow of integers stays an integer', { $pow: [2, 10] }, 1024],
  ['$pow with a negative exponent', { $pow: [2, -1] }, 0.5],
  ['$exp and $ln', { $ln: { $exp: 0 } }, dbl(0)],
  ['$log10', { $log10: 1000 }, dbl(3)],
];

const LOGIC: Case[] = [
  ['$eq', { $eq: ['$n', 7] }, true],
  ['$eq compares numbers over types', { $eq: ['$n', long(7)] }, true],
  ['$eq tells missing from null', { $eq: ['$absent', null] }, false],
  ['$ne', { $ne: ['$n', 8] }, true],
  ['$gt compares over types: strings are greater than numbers', { $gt: ['a', 5] }, true],
  ['$lt: missing is less than null', { $lt: ['$absent', null] }, true],
  ['$gte', { $gte: ['$n', 7] }, true],
  ['$lte', { $lte: ['$n', 6] }, false],
  ['$cmp', { $cmp: ['a', 'b'] }, -1],
  ['$and of truthy values', { $and: ['$n', '$yes'] }, true],
  ['$and with zero', { $and: ['$n', '$zero'] }, false],
  ['$or', { $or: ['$zero', '$nothing', '$name'] }, true],
  ['$not', { $not: ['$zero'] }, true],
  ['a string is true, even an empty one', { $and: [{ $literal: '' }] }, true],
  ['$cond with an array', { $cond: ['$yes', 'a', 'b'] }, 'a'],
  [
    '$cond with names',
    {
      $cond: Object.fromEntries([
        ['if', { $gt: ['$n', 10] }],
        ['then', 1],
        ['else', 2],
      ]),
    },
    2,
  ],
  [
    '$ifNull takes the first value that is not null',
    { $ifNull: ['$absent', '$nothing', 'x'] },
    'x',
  ],
  ['$ifNull with a value', { $ifNull: ['$n', 0] }, 7],
  [
    '$switch takes the first true branch',
    {
      $switch: {
        branches: [branch(false, 1), branch(true, 2), branch(true, 3)],
      },
    },
    2,
  ],
  [
    '$switch falls back to its default',
    { $switch: { branches: [branch(false, 1)], default: 9 } },
    9,
  ],
  ['$literal is not evaluated', { $literal: '$n' }, '$n'],
  [
    '$let binds variables',
    { $let: { vars: { x: '$n', y: 2 }, in: { $multiply: ['$$x', '$$y'] } } },
    14,
  ],
  ['$$ROOT is the document', '$$ROOT.n', 7],
  ['$$REMOVE removes the field', '$$REMOVE', REMOVED],
  ['a missing field stays missing', '$absent', REMOVED],
  ['a path into documents', '$nested.x.y', 1],
  ['a path over an array collects values', '$items.sku', ['a', 'b']],
  ['an array expression turns missing into null', ['$n', '$absent'], [7, null]],
  ['an object expression leaves missing fields out', { x: '$n', y: '$absent' }, { x: 7 }],
];

const STRINGS: Case[] = [
  ['$concat', { $concat: ['a', '-', 'b'] }, 'a-b'],
  ['$concat with null is null', { $concat: ['a', '$nothing'] }, null],
  ['$toLower changes only ASCII', { $toLower: 'ABC' }, 'abc'],
  ['$toUpper', { $toUpper: 'abc' }, 'ABC'],
  ['$toLower of null is the empty string', { $toLower: '$nothing' }, ''],
  ['$strLenCP counts characters', { $strLenCP: '$name' }, 11],
  ['$strLenBytes counts bytes', { $strLenBytes: '$name' }, 14],
  ['$substrCP', { $substrCP: ['$name', 0, 5] }, 'Ärger'],
  ['$substrBytes', { $substrBytes: ['abcdef', 2, 3] }, 'cde'],
  ['$substrBytes to the end', { $substrBytes: ['abcdef', 2, -1] }, 'cdef'],
  ['$split', { $split: ['$csv', ','] }, ['a', 'b', 'c']],
  ['$trim', { $trim: { input: '$text' } }, 'pad'],
  ['$ltrim of given characters', { $ltrim: { input: 'xxabc', chars: 'x' } }, 'abc'],
  ['$rtrim', { $rtrim: { input: '$text' } }, '  pad'],
  ['$indexOfCP', { $indexOfCP: ['$name', 'G'] }, 6],
  ['$indexOfCP not found', { $indexOfCP: ['abc', 'z'] }, -1],
  ['$indexOfBytes', { $indexOfBytes: ['$name', 'r'] }, 2],
  ['$replaceOne', { $replaceOne: { input: 'aXbX', find: 'X', replacement: '-' } }, 'a-bX'],
  [
    '$replaceAll',
    { $replaceAll: { input: 'aXbX', find: 'X', replacement: { $literal: '$&' } } },
    'a$&b$&',
  ],
  ['$strcasecmp', { $strcasecmp: ['ABC', 'abd'] }, -1],
  ['$regexMatch', { $regexMatch: { input: 'Apple', regex: '^a', options: 'i' } }, true],
  ['$regexMatch of null is false', { $regexMatch: { input: '$nothing', regex: 'a' } }, false],
  [
    '$regexFind',
    { $regexFind: { input: 'a12b', regex: '(\\d)(\\d)' } },
    { match: '12', idx: 1, captures: ['1', '2'] },
  ],
  [
    '$regexFind counts characters, and a group without a match is null',
    { $regexFind: { input: '𝒳𝒳ab', regex: 'a(b)(c)?' } },
    { match: 'ab', idx: 2, captures: ['b', null] },
  ],
  [
    '$regexFindAll of empty matches',
    { $regexFindAll: { input: 'ab', regex: 'x*' } },
    [0, 1, 2].map((idx) => ({ match: '', idx, captures: [] })),
  ],
  [
    '$regexFindAll with a lookahead',
    { $regexFindAll: { input: 'a1b2', regex: '\\d(?=b)' } },
    [{ match: '1', idx: 1, captures: [] }],
  ],
  [
    '$regexFindAll',
    { $regexFindAll: { input: 'a1b2', regex: '\\d' } },
    [
      { match: '1', idx: 1, captures: [] },
      { match: '2', idx: 3, captures: [] },
    ],
  ],
];

const ARRAYS: Case[] = [
  ['$size', { $size: '$list' }, 3],
  ['$isArray', { $isArray: '$list' }, true],
  ['$isArray of a scalar', { $isArray: ['$n'] }, false],
  ['$in', { $in: [2, '$list'] }, true],
  ['$arrayElemAt', { $arrayElemAt: ['$list', 0] }, 3],
  ['$arrayElemAt from the end', { $arrayElemAt: ['$list', -1] }, 2],
  ['$arrayElemAt outside is missing', { $arrayElemAt: ['$list', 9] }, REMOVED],
  ['$first', { $first: '$list' }, 3],
  ['$last', { $last: '$list' }, 2],
  ['$slice', { $slice: ['$list', 2] }, [3, 1]],
  ['$slice from the end', { $slice: ['$list', -2] }, [1, 2]],
  ['$slice of a missing number is null', { $slice: ['$list', 1, '$absent'] }, null],
  ['$slice with a position', { $slice: ['$list', 1, 1] }, [1]],
  ['$concatArrays', { $concatArrays: ['$list', '$words'] }, [3, 1, 2, 'x', 'y']],
  ['$concatArrays with null is null', { $concatArrays: ['$list', '$nothing'] }, null],
  ['$reverseArray', { $reverseArray: '$list' }, [2, 1, 3]],
  ['$map', { $map: { input: '$list', as: 'x', in: { $multiply: ['$$x', 2] } } }, [6, 2, 4]],
  ['$map calls the element this', { $map: { input: '$list', in: '$$this' } }, [3, 1, 2]],
  [
    '$filter',
    { $filter: { input: '$items', as: 'i', cond: { $gt: ['$$i.qty', 3] } } },
    [{ sku: 'b', qty: 5 }],
  ],
  ['$filter with a limit', { $filter: { input: '$list', cond: true, limit: 2 } }, [3, 1]],
  [
    '$reduce',
    { $reduce: { input: '$list', initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
    6,
  ],
  ['$range', { $range: [0, 5, 2] }, [0, 2, 4]],
  ['$range downwards', { $range: [3, 0, -1] }, [3, 2, 1]],
  [
    '$zip',
    { $zip: { inputs: ['$list', '$words'] } },
    [
      [3, 'x'],
      [1, 'y'],
    ],
  ],
  [
    '$zip to the longest',
    { $zip: { inputs: ['$list', '$words'], useLongestLength: true } },
    [
      [3, 'x'],
      [1, 'y'],
      [2, null],
    ],
  ],
  ['$sortArray of values', { $sortArray: { input: '$list', sortBy: 1 } }, [1, 2, 3]],
  [
    '$sortArray of documents',
    { $sortArray: { input: '$items', sortBy: { qty: -1 } } },
    [
      { sku: 'b', qty: 5 },
      { sku: 'a', qty: 2 },
    ],
  ],
  ['$indexOfArray', { $indexOfArray: ['$list', 2] }, 2],
  ['$sum of an array', { $sum: '$list' }, 6],
  ['$sum of arguments ignores what is not a number', { $sum: [1, 'x', 2] }, 3],
  ['$avg of an array is a double', { $avg: '$list' }, dbl(2)],
  ['$min and $max', [{ $min: '$list' }, { $max: '$list' }], [1, 3]],
  ['$max of paths in an array', { $max: '$items.qty' }, 5],
  ['$firstN', { $firstN: { input: '$list', n: 2 } }, [3, 1]],
  ['$maxN', { $maxN: { input: '$list', n: 2 } }, [3, 2]],
  ['$setUnion', { $setUnion: [['b', 'a'], ['a']] }, ['a', 'b']],
  ['$setIntersection', { $setIntersection: [['a', 'b'], ['b']] }, ['b']],
  ['$setDifference', { $setDifference: [['a', 'b'], ['b']] }, ['a']],
  [
    '$setEquals ignores order and repetition',
    {
      $setEquals: [
        ['a', 'b', 'a'],
        ['b', 'a'],
      ],
    },
    true,
  ],
  ['$setIsSubset', { $setIsSubset: [['a'], ['a', 'b']] }, true],
  ['$anyElementTrue', { $anyElementTrue: [[0, 1]] }, true],
  ['$allElementsTrue', { $allElementsTrue: [[0, 1]] }, false],
];

const OBJECTS: Case[] = [
  ['$mergeObjects: the later wins', { $mergeObjects: [{ a: 1, b: 1 }, { b: 2 }] }, { a: 1, b: 2 }],
  ['$mergeObjects ignores null', { $mergeObjects: ['$nothing', '$nested'] }, { x: { y: 1 } }],
  ['$objectToArray', { $objectToArray: '$nested' }, [{ k: 'x', v: { y: 1 } }]],
  ['$arrayToObject of documents', { $arrayToObject: [[{ k: 'a', v: 1 }]] }, { a: 1 }],
  [
    '$arrayToObject of pairs',
    {
      $arrayToObject: {
        $literal: [
          ['a', 1],
          ['b', 2],
        ],
      },
    },
    { a: 1, b: 2 },
  ],
  ['$getField', { $getField: 'n' }, 7],
  ['$getField of a document', { $getField: { field: 'x', input: '$nested' } }, { y: 1 }],
  ['$setField', { $setField: { field: 'z', input: '$nested', value: 2 } }, { x: { y: 1 }, z: 2 }],
];

const CONVERSION: Case[] = [
  ['$toString of a number', { $toString: '$n' }, '7'],
  ['$toString of an object id', { $toString: '$id' }, '65f000000000000000000001'],
  ['$toString of a date', { $toString: '$date' }, '2026-03-29T00:30:15.250Z'],
  ['$toString of a bool', { $toString: '$yes' }, 'true'],
  ['$toString of a decimal keeps its digits', { $toString: '$price' }, '12.50'],
  ['$toInt of a string', { $toInt: '42' }, 42],
  ['$toInt cuts off decimals', { $toInt: 2.9 }, 2],
  ['$toLong of a date', { $toLong: at('1970-01-01T00:00:01Z') }, long(1000)],
  ['$toDecimal of a double has 15 digits', { $toDecimal: 2.5 }, dec('2.50000000000000')],
  ['$toDouble of a string', { $toDouble: '2.5' }, 2.5],
  ['$toDouble of an integer', { $toDouble: '$n' }, dbl(7)],
  ['$toDecimal of a string', { $toDecimal: '1.10' }, dec('1.10')],
  ['$toBool of a string is true', { $toBool: 'false' }, true],
  ['$toBool of zero', { $toBool: '$zero' }, false],
  ['$toDate of a string', { $toDate: '2026-01-02' }, at('2026-01-02T00:00:00Z')],
  [
    '$toDate of an object id',
    { $toDate: '$id' },
    new ObjectId('65f000000000000000000001').getTimestamp(),
  ],
  ['$toDate of int64 milliseconds', { $toDate: long(1000) }, at('1970-01-01T00:00:01Z')],
  [
    '$toObjectId',
    { $toObjectId: '65f000000000000000000001' },
    new ObjectId('65f000000000000000000001'),
  ],
  ['$type', { $type: '$price' }, 'decimal'],
  ['$type of a missing field', { $type: '$absent' }, 'missing'],
  ['$isNumber', { $isNumber: '$price' }, true],
  ['$convert with onError', { $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
  ['$convert with onNull', { $convert: { input: '$nothing', to: 'int', onNull: 0 } }, 0],
  ['a conversion of null is null', { $toInt: '$nothing' }, null],
];

const DATES: Case[] = [
  ['$year', { $year: '$date' }, 2026],
  ['$month counts from 1', { $month: '$date' }, 3],
  ['$dayOfMonth', { $dayOfMonth: '$date' }, 29],
  [
    '$dayOfMonth in a time zone',
    { $dayOfMonth: { date: '$date', timezone: 'America/New_York' } },
    28,
  ],
  [
    '$hour in a time zone before summer time begins',
    { $hour: { date: '$date', timezone: 'Europe/Berlin' } },
    1,
  ],
  ['$hour in a fixed offset', { $hour: { date: '$date', timezone: '+05:30' } }, 6],
  ['$minute', { $minute: '$date' }, 30],
  ['$second', { $second: '$date' }, 15],
  ['$millisecond', { $millisecond: '$date' }, 250],
  ['$dayOfWeek: Sunday is 1', { $dayOfWeek: '$date' }, 1],
  ['$isoDayOfWeek: Sunday is 7', { $isoDayOfWeek: '$date' }, 7],
  ['$dayOfYear', { $dayOfYear: '$date' }, 88],
  ['$isoWeek', { $isoWeek: '$date' }, 13],
  ['$isoWeek at the turn of the year', { $isoWeek: at('2027-01-01T00:00:00Z') }, 53],
  ['$week', { $week: '$date' }, 13],
  [
    '$dateToString',
    { $dateToString: { date: '$date', format: '%Y-%m-%d %H:%M:%S.%L' } },
    '2026-03-29 00:30:15.250',
  ],
  ['$dateToString by default', { $dateToString: { date: '$date' } }, '2026-03-29T00:30:15.250Z'],
  [
    '$dateToString in a time zone',
    { $dateToString: { date: '$date', format: '%Y-%m-%dT%H:%M%z', timezone: 'Europe/Berlin' } },
    '2026-03-29T01:30+0100',
  ],
  [
    '$dateToString of a week',
    { $dateToString: { date: '$date', format: '%G-W%V-%u' } },
    '2026-W13-7',
  ],
  ['$dateToString of null', { $dateToString: { date: '$nothing', onNull: 'none' } }, 'none'],
  [
    '$dateFromString',
    { $dateFromString: { dateString: '2026-05-01T10:00:00Z' } },
    at('2026-05-01T10:00:00Z'),
  ],
  [
    '$dateFromString in a time zone',
    { $dateFromString: { dateString: '2026-07-01T10:00:00', timezone: 'Europe/Berlin' } },
    at('2026-07-01T08:00:00Z'),
  ],
  [
    '$dateFromParts',
    { $dateFromParts: { year: 2026, month: 2, day: 3, hour: 4 } },
    at('2026-02-03T04:00:00Z'),
  ],
  [
    '$dateFromParts carries over',
    { $dateFromParts: { year: 2026, month: 14, day: 1 } },
    at('2027-02-01T00:00:00Z'),
  ],
  [
    '$dateFromParts in a time zone',
    { $dateFromParts: { year: 2026, month: 7, timezone: 'Europe/Berlin' } },
    at('2026-06-30T22:00:00Z'),
  ],
  [
    '$dateToParts',
    { $dateToParts: { date: '$date' } },
    { year: 2026, month: 3, day: 29, hour: 0, minute: 30, second: 15, millisecond: 250 },
  ],
  [
    '$dateTrunc to the day',
    { $dateTrunc: { date: '$date', unit: 'day' } },
    at('2026-03-29T00:00:00Z'),
  ],
  [
    '$dateTrunc to the day in a time zone',
    { $dateTrunc: { date: '$date', unit: 'day', timezone: 'Europe/Berlin' } },
    at('2026-03-28T23:00:00Z'),
  ],
  [
    '$dateTrunc to the month in a time zone',
    { $dateTrunc: { date: at('2026-07-15T00:00:00Z'), unit: 'month', timezone: 'Europe/Berlin' } },
    at('2026-06-30T22:00:00Z'),
  ],
  [
    '$dateTrunc to the week begins on Sunday',
    { $dateTrunc: { date: at('2026-04-01T05:00:00Z'), unit: 'week' } },
    at('2026-03-29T00:00:00Z'),
  ],
  [
    '$dateTrunc to the week beginning on Monday',
    { $dateTrunc: { date: '$date', unit: 'week', startOfWeek: 'monday' } },
    at('2026-03-23T00:00:00Z'),
  ],
  [
    '$dateTrunc to the quarter',
    { $dateTrunc: { date: '$date', unit: 'quarter' } },
    at('2026-01-01T00:00:00Z'),
  ],
  [
    '$dateTrunc to the hour',
    { $dateTrunc: { date: '$date', unit: 'hour' } },
    at('2026-03-29T00:00:00Z'),
  ],
  [
    '$dateTrunc in bins',
    { $dateTrunc: { date: '$date', unit: 'minute', binSize: 15 } },
    at('2026-03-29T00:30:00Z'),
  ],
  [
    '$dateAdd of a month keeps to its end',
    { $dateAdd: { startDate: at('2026-01-31T12:00:00Z'), unit: 'month', amount: 1 } },
    at('2026-02-28T12:00:00Z'),
  ],
  [
    '$dateAdd of a day over a change of the clock',
    {
      $dateAdd: {
        startDate: at('2026-03-28T12:00:00Z'),
        unit: 'day',
        amount: 1,
        timezone: 'Europe/Berlin',
      },
    },
    at('2026-03-29T11:00:00Z'),
  ],
  [
    '$dateAdd of hours',
    { $dateAdd: { startDate: '$date', unit: 'hour', amount: 2 } },
    at('2026-03-29T02:30:15.250Z'),
  ],
  [
    '$dateSubtract',
    { $dateSubtract: { startDate: '$date', unit: 'year', amount: 1 } },
    at('2025-03-29T00:30:15.250Z'),
  ],
  [
    '$dateDiff counts boundaries of days',
    {
      $dateDiff: {
        startDate: at('2026-01-01T23:00:00Z'),
        endDate: at('2026-01-02T01:00:00Z'),
        unit: 'day',
      },
    },
    long(1),
  ],
  [
    '$dateDiff in months',
    { $dateDiff: { startDate: at('2025-12-31T00:00:00Z'), endDate: '$date', unit: 'month' } },
    long(3),
  ],
  [
    '$dateDiff in weeks beginning on Monday',
    {
      $dateDiff: {
        startDate: at('2026-03-29T00:00:00Z'),
        endDate: at('2026-03-30T00:00:00Z'),
        unit: 'week',
        startOfWeek: 'monday',
      },
    },
    long(1),
  ],
  [
    '$dateDiff in hours may be negative',
    { $dateDiff: { startDate: '$date', endDate: at('2026-03-28T22:00:00Z'), unit: 'hour' } },
    long(-2),
  ],
  ['a date expression of null is null', { $year: '$nothing' }, null],
];

describe.each([
  ['arithmetic', ARITHMETIC],
  ['logic and variables', LOGIC],
  ['strings', STRINGS],
  ['arrays and sets', ARRAYS],
  ['objects', OBJECTS],
  ['conversion', CONVERSION],
  ['dates', DATES],
])('expressions: %s', (_group, cases) => {
  let evaluate: (expression: unknown) => Promise<Document>;
  beforeAll(async () => {
    const collection = await server.collectionOf([DOCUMENT]);
    evaluate = async (expression) => {
      const [row] = await collection
        .aggregate([{ $replaceWith: { $mergeObjects: [{ $literal: {} }, { value: expression }] } }])
        .toArray();
      return row ?? {};
    };
  });
  it.each(cases)('%s', async (_title, expression, result) => {
    const row = await evaluate(expression);
    expect(canonical(row)).toEqual(canonical(result === REMOVED ? {} : { value: result }));
  });
});

const REFUSED: [title: string, expression: unknown, code: number][] = [
  ['an operator that does not exist', { $frobnicate: 1 }, 168],
  ['two operators in one object', { $add: [1], $sum: [1] }, 15983],
  ['an undefined variable', '$$nobody', 17276],
  ['too few arguments', { $subtract: [1] }, 16020],
  ['$add of a string', { $add: [1, 'x'] }, 14],
  ['$divide by zero', { $divide: [1, 0] }, 2],
  ['$concat of a number', { $concat: ['a', 1] }, 16702],
  ['$size of a scalar', { $size: '$n' }, 17124],
  ['$toInt of a word', { $toInt: 'word' }, 241],
  ['$toObjectId of a wrong string', { $toObjectId: 'abc' }, 241],
  ['an unknown time zone', { $hour: { date: '$date', timezone: 'Nowhere/Land' } }, 40485],
  ['$switch without a match', { $switch: { branches: [branch(false, 1)] } }, 40066],
];

describe('expressions that are refused', () => {
  it.each(REFUSED)('%s', async (_title, expression, code) => {
    const collection = await server.collectionOf([DOCUMENT]);
    const action = () => collection.aggregate([{ $project: { value: expression } }]).toArray();
    expect(Number(await errorCode(action))).toBe(code);
  });
});
