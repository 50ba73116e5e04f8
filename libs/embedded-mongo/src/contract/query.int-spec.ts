import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Binary,
  BSON,
  BSONRegExp,
  Decimal128,
  type Document,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'mongodb';
import {
  type ContractServer,
  documentsOf,
  errorCode,
  MISSING,
  startContractServer,
} from '../testing/contract-server.js';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer(process.env.CONTRACT_MONGODB_URI);
});
afterAll(() => server.stop());

const oid = (n: number) => new ObjectId(n.toString(16).padStart(24, '0'));
const dec = (text: string) => Decimal128.fromString(text);
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

/** Title, the values of field `a` of the documents 0, 1, 2, …, the filter, and which documents match. */
type Case = [title: string, values: unknown[], filter: Document, matching: number[]];

const EQUALITY: Case[] = [
  [
    'a number equals the same number of another type',
    [5, Long.fromNumber(5), new Double(5), dec('5'), '5'],
    { a: 5 },
    [0, 1, 2, 3],
  ],
  [
    'decimals are equal whatever their trailing zeros',
    [dec('12.50'), 12.5],
    { a: dec('12.5') },
    [0, 1],
  ],
  ['a decimal is compared exactly with a double', [0.1, dec('0.1')], { a: dec('0.1') }, [1]],
  [
    'large int64 are told apart beyond 2^53',
    [Long.fromString('9007199254740993'), Long.fromString('9007199254740992')],
    { a: Long.fromString('9007199254740993') },
    [0],
  ],
  ['a string is case-sensitive', ['Apple', 'apple'], { a: 'apple' }, [1]],
  ['null matches null and a missing field', [null, MISSING, 0, ''], { a: null }, [0, 1]],
  ['null matches an array that contains null', [[1, null], [1]], { a: null }, [0]],
  ['null does not match an empty array', [[], MISSING], { a: null }, [1]],
  ['a value matches an array that contains it', [[1, 2], [3], 2], { a: 2 }, [0, 2]],
  [
    'an array matches the same array',
    [
      [1, 2],
      [2, 1],
      [1, 2, 3],
    ],
    { a: [1, 2] },
    [0],
  ],
  [
    'an array matches an array that contains it as an element',
    [
      [[1, 2], 3],
      [1, 2],
    ],
    { a: [1, 2] },
    [0, 1],
  ],
  [
    'a document matches with the same fields in the same order',
    [{ x: 1, y: 2 }, { y: 2, x: 1 }, { x: 1 }],
    { a: { x: 1, y: 2 } },
    [0],
  ],
  ['an empty document matches only an empty document', [{}, { x: 1 }, MISSING], { a: {} }, [0]],
  ['booleans are not numbers', [true, 1], { a: true }, [0]],
  ['dates match by instant', [day(1), day(2), day(1).getTime()], { a: day(1) }, [0]],
  ['object ids match by value', [oid(1), oid(2), oid(1).toHexString()], { a: oid(1) }, [0]],
  [
    'binary data match by bytes and subtype',
    [new Binary(Buffer.from('x')), new Binary(Buffer.from('x'), 4), new Binary(Buffer.from('y'))],
    { a: new Binary(Buffer.from('x')) },
    [0],
  ],
  [
    'timestamps match by value',
    [new Timestamp({ t: 1, i: 1 }), new Timestamp({ t: 1, i: 2 })],
    { a: new Timestamp({ t: 1, i: 2 }) },
    [1],
  ],
  ['NaN equals NaN', [Number.NaN, 0, null], { a: Number.NaN }, [0]],
  ['minus zero equals zero', [new Double(-0), 0], { a: 0 }, [0, 1]],
  ['$eq is the same as a plain value', [1, 2], { a: { $eq: 2 } }, [1]],
  [
    '$eq with a regular expression compares the expression itself',
    ['abc', new BSONRegExp('b')],
    { a: { $eq: new BSONRegExp('b') } },
    [1],
  ],
  ['several conditions on fields must all hold', [1, 2], { a: 1, _id: 0 }, [0]],
  ['the empty filter matches everything', [1, MISSING], {}, [0, 1]],
];

const COMPARISON: Case[] = [
  [
    '$gt compares numbers of all types',
    [5, 6, Long.fromNumber(7), new Double(4), dec('5.1')],
    { a: { $gt: 5 } },
    [1, 2, 4],
  ],
  ['$gt ignores other types', [6, '7', day(1), null, MISSING, true], { a: { $gt: 5 } }, [0]],
  ['$gte and $lte include their limit', [1, 2, 3], { a: { $gte: 2, $lte: 2 } }, [1]],
  ['$lt on strings compares UTF-8 bytes', ['Zebra', 'apple', 'äpfel'], { a: { $lt: 'b' } }, [0, 1]],
  [
    'strings beyond the basic plane sort after all others',
    ['\uffee', '\u{1f34e}'],
    { a: { $gt: '\uffee' } },
    [1],
  ],
  ['$gte null matches null and missing', [null, MISSING, 0], { a: { $gte: null } }, [0, 1]],
  ['$gt null matches nothing', [null, MISSING, 0], { a: { $gt: null } }, []],
  ['$gt on dates', [day(1), day(3)], { a: { $gt: day(2) } }, [1]],
  ['$lt does not match NaN', [Number.NaN, 1], { a: { $lt: 5 } }, [1]],
  ['$gte NaN matches NaN only', [Number.NaN, 1], { a: { $gte: Number.NaN } }, [0]],
  ['$gt false matches true', [false, true, 1], { a: { $gt: false } }, [1]],
  [
    '$gt on an array matches if an element is greater',
    [
      [1, 9],
      [1, 2],
    ],
    { a: { $gt: 5 } },
    [0],
  ],
  [
    'two limits may be met by two elements of an array',
    [[1, 10], [4]],
    { a: { $gt: 5, $lt: 3 } },
    [0],
  ],
  ['$gt with an array compares whole arrays', [[1, 2], [1, 3], [0]], { a: { $gt: [1, 2] } }, [1]],
  [
    '$gt with a document compares field by field',
    [{ x: 1 }, { x: 2 }],
    { a: { $gt: { x: 1 } } },
    [1],
  ],
  [
    '$gte MinKey matches every present value',
    [1, 'x', new MinKey()],
    { a: { $gte: new MinKey() } },
    [0, 1, 2],
  ],
  [
    '$lt MaxKey matches values of all types',
    [1, 'x', new MaxKey()],
    { a: { $lt: new MaxKey() } },
    [0, 1],
  ],
  ['$ne matches a missing field', [1, 2, MISSING, null], { a: { $ne: 1 } }, [1, 2, 3]],
  ['$ne null needs a value', [1, MISSING, null], { a: { $ne: null } }, [0]],
  ['$ne does not match an array that contains the value', [[1, 2], [3]], { a: { $ne: 1 } }, [1]],
  ['$in matches any of its values', [1, 2, 3], { a: { $in: [1, 3] } }, [0, 2]],
  ['$in with null matches a missing field', [1, MISSING], { a: { $in: [null, 7] } }, [1]],
  ['$in matches elements of an array', [[1, 2], [3]], { a: { $in: [2] } }, [0]],
  ['$in applies regular expressions', ['apple', 'pear'], { a: { $in: [/^app/] } }, [0]],
  ['$in of nothing matches nothing', [1], { a: { $in: [] } }, []],
  [
    '$in compares numbers over types',
    [Long.fromNumber(1), new Double(2)],
    { a: { $in: [1, 2] } },
    [0, 1],
  ],
  ['$nin matches a missing field', [1, MISSING, 2], { a: { $nin: [1] } }, [1, 2]],
  ['$nin with null needs a value', [1, MISSING, null], { a: { $nin: [null] } }, [0]],
];

const LOGIC: Case[] = [
  ['$and needs all', [1, 5, 9], { $and: [{ a: { $gt: 2 } }, { a: { $lt: 8 } }] }, [1]],
  ['$or needs one', [1, 5, 9], { $or: [{ a: 1 }, { a: 9 }] }, [0, 2]],
  ['$nor needs none', [1, 5, 9], { $nor: [{ a: 1 }, { a: 9 }] }, [1]],
  [
    '$not inverts and matches a missing field',
    [1, 9, MISSING],
    { a: { $not: { $gt: 5 } } },
    [0, 2],
  ],
  ['$not takes a regular expression', ['x', 'y'], { a: { $not: /x/ } }, [1]],
  [
    '$not of several operators inverts their conjunction',
    [1, 5, 9],
    { a: { $not: { $gt: 2, $lt: 8 } } },
    [0, 2],
  ],
  ['nested logic', [1, 2, 3], { $or: [{ $and: [{ a: 1 }, { _id: 0 }] }, { a: 3 }] }, [0, 2]],
  ['$comment changes nothing', [1], { a: 1, $comment: 'why' }, [0]],
  ['$expr compares fields of one document', [3, -1], { $expr: { $gt: ['$a', '$_id'] } }, [0]],
  [
    '$expr does not take a missing field for null',
    [null, MISSING],
    { $expr: { $eq: ['$a', null] } },
    [0],
  ],
];

const ELEMENTS: Case[] = [
  ['$exists true', [1, null, MISSING], { a: { $exists: true } }, [0, 1]],
  ['$exists false', [1, null, MISSING], { a: { $exists: false } }, [2]],
  ['$type by name', ['x', 1, null], { a: { $type: 'string' } }, [0]],
  ['$type by number', ['x', 1], { a: { $type: 2 } }, [0]],
  [
    '$type tells the number types apart',
    [1, Long.fromNumber(1), new Double(1), dec('1')],
    { a: { $type: 'long' } },
    [1],
  ],
  [
    '$type number means any of them',
    [1, Long.fromNumber(1), new Double(1), dec('1'), '1'],
    { a: { $type: 'number' } },
    [0, 1, 2, 3],
  ],
  ['$type array means the field itself', [[1], 1], { a: { $type: 'array' } }, [0]],
  ['$type looks at the elements of an array', [['x'], [1]], { a: { $type: 'string' } }, [0]],
  ['$type takes several types', ['x', 1, true], { a: { $type: ['string', 'bool'] } }, [0, 2]],
  ['$type null does not match a missing field', [null, MISSING], { a: { $type: 'null' } }, [0]],
  ['$mod', [4, 5, 8, '4'], { a: { $mod: [4, 0] } }, [0, 2]],
  ['$mod cuts off decimals', [4.9, 5.1], { a: { $mod: [4, 0] } }, [0]],
  ['$bitsAllSet', [5, 4, 7], { a: { $bitsAllSet: 5 } }, [0, 2]],
  ['$bitsAnySet by positions', [1, 2, 4], { a: { $bitsAnySet: [0, 1] } }, [0, 1]],
  ['$bitsAllClear', [8, 9], { a: { $bitsAllClear: 1 } }, [0]],
  ['$bitsAnyClear', [3, 1], { a: { $bitsAnyClear: 3 } }, [1]],
];

const ARRAYS: Case[] = [
  ['$size', [[1, 2], [1], [], 2], { a: { $size: 2 } }, [0]],
  ['$size 0', [[], MISSING], { a: { $size: 0 } }, [0]],
  ['$all needs every value', [[1, 2, 3], [1, 3], 1], { a: { $all: [1, 2] } }, [0]],
  ['$all of one value matches a scalar', [1, [1], 2], { a: { $all: [1] } }, [0, 1]],
  ['$all of nothing matches nothing', [[]], { a: { $all: [] } }, []],
  [
    '$all with $elemMatch',
    [[{ x: 1 }, { x: 2 }], [{ x: 1 }]],
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } },
    [0],
  ],
  [
    '$elemMatch needs one element that meets all conditions',
    [
      [1, 10],
      [6, 7],
    ],
    { a: { $elemMatch: { $gt: 5, $lt: 8 } } },
    [1],
  ],
  [
    '$elemMatch on documents',
    [
      [{ x: 1, y: 2 }],
      [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    ],
    { a: { $elemMatch: { x: 1, y: 2 } } },
    [0],
  ],
  ['$elemMatch does not match a scalar', [6, [6]], { a: { $elemMatch: { $gt: 5 } } }, [1]],
  [
    '$elemMatch with $or',
    [[{ x: 1 }], [{ x: 3 }]],
    { a: { $elemMatch: { $or: [{ x: 1 }, { x: 2 }] } } },
    [0],
  ],
  ['$not $elemMatch', [[1], [9], []], { a: { $not: { $elemMatch: { $gt: 5 } } } }, [0, 2]],
  ['$elemMatch with $ne', [[1], [1, 2]], { a: { $elemMatch: { $ne: 1 } } }, [1]],
  ['$elemMatch with $in', [['x', 'y'], ['z']], { a: { $elemMatch: { $in: ['z'] } } }, [1]],
];

const PATHS: Case[] = [
  ['a dotted path enters documents', [{ b: 1 }, { b: 2 }, 1], { 'a.b': 1 }, [0]],
  [
    'a dotted path enters the documents of an array',
    [[{ b: 1 }, { b: 2 }], [{ b: 3 }]],
    { 'a.b': 2 },
    [0],
  ],
  [
    'a number in a path is a position',
    [
      [5, 6],
      [6, 5],
    ],
    { 'a.0': 5 },
    [0],
  ],
  ['a number in a path is also a field name', [{ 0: 5 }, [{ 0: 5 }]], { 'a.0': 5 }, [0, 1]],
  ['a position and a field', [[{ b: 1 }, { b: 2 }]], { 'a.1.b': 2 }, [0]],
  [
    'null matches a path that is not there',
    [{ c: 1 }, 5, MISSING, { b: 1 }],
    { 'a.b': null },
    [0, 1, 2],
  ],
  [
    'null matches if one of the documents of an array lacks the field',
    [[{ b: 1 }, { c: 1 }], [{ b: 1 }]],
    { 'a.b': null },
    [0],
  ],
  ['null does not match a field inside an array of scalars', [[1, 2], []], { 'a.b': null }, []],
  ['$exists on a path', [{ b: null }, { c: 1 }], { 'a.b': { $exists: true } }, [0]],
  [
    '$ne on a path inside an array needs all elements to differ',
    [[{ b: 1 }, { b: 2 }], [{ b: 2 }]],
    { 'a.b': { $ne: 1 } },
    [1],
  ],
  ['arrays inside arrays of documents', [[{ b: [1, 2] }, { b: [3] }]], { 'a.b': 3 }, [0]],
];

const REGEX: Case[] = [
  ['a regular expression', ['apple', 'pear'], { a: /pp/ }, [0]],
  ['option i', ['APPLE', 'pear'], { a: /apple/i }, [0]],
  ['$regex with $options', ['APPLE', 'pear'], { a: { $regex: '^app', $options: 'i' } }, [0]],
  [
    'option m lets ^ match at a line',
    ['x\napple'],
    { a: { $regex: '^apple', $options: 'm' } },
    [0],
  ],
  [
    'option s lets the dot match a line end',
    ['a\nb', 'a b'],
    { a: { $regex: 'a.b', $options: 's' } },
    [0, 1],
  ],
  ['without s the dot does not', ['a\nb', 'a b'], { a: { $regex: 'a.b' } }, [1]],
  [
    'option x ignores white space and comments',
    ['ab'],
    { a: { $regex: 'a b # both', $options: 'x' } },
    [0],
  ],
  ['an inline option', ['APPLE'], { a: { $regex: '(?i)apple' } }, [0]],
  [
    'a regular expression matches elements of an array',
    [['x', 'apple'], ['x']],
    { a: /^app/ },
    [0],
  ],
  ['a regular expression does not match numbers', [5, '5'], { a: /5/ }, [1]],
  ['an anchored expression with a special character', ['a.b', 'axb'], { a: /^a\.b/ }, [0]],
  ['alternatives at the beginning', ['cat', 'dog', 'cow'], { a: /^cat|^dog/ }, [0, 1]],
  ['an optional character after a prefix', ['color', 'colour', 'colt'], { a: /^colou?r/ }, [0, 1]],
  ['the dot matches every character but the line feed', ['a\rb', 'a\u2028b'], { a: /a.b/ }, [0, 1]],
  ['white space is that of ASCII', ['a b', 'a\u2003b'], { a: /a\sb/ }, [0]],
  ['a class of POSIX', ['abc', '12'], { a: { $regex: '^[[:alpha:]]+$' } }, [0]],
  ['an option inside', ['aB', 'AB'], { a: { $regex: 'a(?i)b' } }, [0]],
  ['\\A and \\z', ['a', 'ba'], { a: { $regex: '\\Aa\\z' } }, [0]],
  ['a lookahead', ['ab', 'ac'], { a: /a(?=b)/ }, [0]],
  ['a negative lookbehind', ['xab', 'cab'], { a: /(?<!c)ab/ }, [0]],
  ['a backreference', ['abab', 'abac'], { a: /^(\w\w)\1$/ }, [0]],
  ['a named group', ['abab', 'abac'], { a: { $regex: '(?P<x>ab)(?:ab)' } }, [0]],
  ['nested repetitions that do not match', [`${'a'.repeat(35)}!`], { a: /^(a+)+$/ }, []],
  ['alternatives that are alike', [`${'a'.repeat(40)}!`], { a: /^(a|a)*$/ }, []],
];

describe.each([
  ['equality', EQUALITY],
  ['comparison', COMPARISON],
  ['logic', LOGIC],
  ['elements', ELEMENTS],
  ['arrays', ARRAYS],
  ['paths', PATHS],
  ['regular expressions', REGEX],
])('filters: %s', (_group, cases) => {
  it.each(cases)('%s', async (_title, values, filter, matching) => {
    const collection = await server.collectionOf(documentsOf(values));
    const found = await collection.find(filter).sort({ _id: 1 }).toArray();
    expect(found.map((row) => Number(row._id))).toEqual(matching);
  });

  // the same answers must come from an index
  it.each(cases)('%s (with an index)', async (_title, values, filter, matching) => {
    const collection = await server.collectionOf(documentsOf(values));
    await collection.createIndex({ a: -1 });
    const found = await collection.find(filter).toArray();
    expect(found.map((row) => Number(row._id)).sort((x, y) => x - y)).toEqual(matching);
  });
});

const REFUSED: [title: string, filter: Document, code: number][] = [
  ['an unknown operator', { a: { $near2: 1 } }, 2],
  ['an unknown top level operator', { $frobnicate: 1 }, 2],
  ['$in without an array', { a: { $in: 1 } }, 2],
  ['$and without an array', { $and: { a: 1 } }, 2],
  ['an empty $or', { $or: [] }, 2],
  ['$not without an operator', { a: { $not: 1 } }, 2],
  ['$mod with one number', { a: { $mod: [4] } }, 2],
  ['$mod by zero', { a: { $mod: [0, 0] } }, 2],
  ['$type of an unknown name', { a: { $type: 'text' } }, 2],
  ['a possessive repetition', { a: { $regex: 'a++' } }, 51091],
  ['an open group', { a: { $regex: '(a' } }, 51091],
  ['$options without $regex', { a: { $options: 'i' } }, 2],
  ['an expression operator that does not exist', { $expr: { $frobnicate: 1 } }, 168],
  ['$text without a text index', { $text: { $search: 'x' } }, 27],
];

describe('filters that are refused', () => {
  it.each(REFUSED)('%s', async (_title, filter, code) => {
    const collection = await server.collectionOf([{ _id: 0 }]);
    expect(Number(await errorCode(() => collection.find(filter).toArray()))).toBe(code);
  });
});

describe('a stored document', () => {
  it('comes back byte for byte, with fields named like numbers in their place', async () => {
    // a JavaScript object would put the fields 2 and 10 first
    const fields = new Map<string, unknown>([
      ['_id', 1],
      ['b', 1],
      ['10', 1],
      ['2', 1],
    ]);
    const stored = BSON.serialize(fields);
    const collection = await server.collectionOf([]);
    await collection.insertOne(fields as Document);
    const [found] = await collection.find({ b: 1 }, { raw: true }).toArray();
    expect(Buffer.from(found as unknown as Uint8Array)).toEqual(Buffer.from(stored));
  });
});

describe('text search', () => {
  const search = async ($search: string) => {
    const collection = await server.collectionOf([
      { _id: 0, title: 'Red apples', body: 'crisp and sweet' },
      { _id: 1, title: 'Green pears', body: 'sweet' },
      { _id: 2, title: 'Bread', body: 'sour dough' },
    ]);
    await collection.createIndex({ title: 'text', body: 'text' }, { default_language: 'none' });
    const rows = await collection.find({ $text: { $search } }).sort({ _id: 1 }).toArray();
    return rows.map((row) => Number(row._id));
  };
  it('finds any of the words, in any of the fields', async () => {
    expect(await search('sweet dough')).toEqual([0, 1, 2]);
  });
  it('ignores case', async () => {
    expect(await search('RED')).toEqual([0]);
  });
  it('excludes documents with a negated word', async () => {
    expect(await search('sweet -pears')).toEqual([0]);
  });
  it('finds a phrase', async () => {
    expect(await search('"sour dough"')).toEqual([2]);
  });
});
