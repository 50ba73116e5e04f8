import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ARGUMENTS, HELP } from './arguments.js';
import { EXPRESSION_OPERATORS } from './expressions/compile.js';
import { ACCUMULATORS } from './pipeline/accumulators.js';
import { STAGE_NAMES } from './pipeline/stages.js';
import { compileMatch } from './query/match.js';
import { COMMAND_NAMES } from './server/dispatch.js';
import { UPDATE_OPERATORS } from './update/operators.js';

/** Every query operator with an operand that it accepts. */
const QUERY_OPERATORS: Record<string, unknown> = {
  $eq: 1,
  $ne: 1,
  $gt: 1,
  $gte: 1,
  $lt: 1,
  $lte: 1,
  $in: [1],
  $nin: [1],
  $exists: true,
  $type: 'string',
  $regex: 'a',
  $mod: [2, 0],
  $size: 1,
  $all: [1],
  $elemMatch: { x: 1 },
  $not: { $gt: 1 },
  $bitsAllSet: 1,
  $bitsAnySet: 1,
  $bitsAllClear: 1,
  $bitsAnyClear: 1,
};
const TOP_LEVEL = ['$and', '$or', '$nor', '$expr', '$text', '$comment'];
/** Modifiers and variables: only valid inside an operator. */
const INSIDE_OTHERS = ['$options', '$search', '$each', '$slice', '$sort', '$position', '$meta'];

/** Keys of JSON Schema and OpenAPI documents, not operators. */
const NOT_OPERATORS = new Set(['$schema', '$ref', '$defs', '$id']);

const LIBRARY = fileURLToPath(new URL('..', import.meta.url));
const REPOSITORY = join(LIBRARY, '../..');
const readme = readFileSync(join(LIBRARY, 'README.md'), 'utf8');

const SUPPORTED = new Set([
  ...Object.keys(QUERY_OPERATORS),
  ...TOP_LEVEL,
  ...INSIDE_OTHERS,
  ...Object.keys(UPDATE_OPERATORS),
  ...EXPRESSION_OPERATORS,
  ...ACCUMULATORS,
  ...STAGE_NAMES,
]);

describe('the list of what is supported', () => {
  it.each(Object.entries(QUERY_OPERATORS))('the query operator %s is compiled', (name, operand) => {
    expect(() => compileMatch({ a: { [name]: operand } })).not.toThrow();
  });

  it.each([
    ['query operators', [...Object.keys(QUERY_OPERATORS), ...TOP_LEVEL]],
    ['update operators', Object.keys(UPDATE_OPERATORS)],
    ['stages', STAGE_NAMES],
    ['accumulators', ACCUMULATORS],
    ['expressions', EXPRESSION_OPERATORS],
    ['commands', COMMAND_NAMES],
    ['arguments', Object.keys(ARGUMENTS).map((name) => `--${name}`)],
  ])('the README names all %s', (_kind, names) => {
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the package', () => {
  const packageOf = (folder: string) =>
    z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).dependencies;

  it('depends on what the repository has tested', () => {
    const own = packageOf(LIBRARY);
    expect(packageOf(REPOSITORY)).toMatchObject(own);
    const imported = readdirSync(join(LIBRARY, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!spec)\.ts$/.test(file) && !file.startsWith('testing'))
      .flatMap((file) => [
        ...readFileSync(join(LIBRARY, 'src', file), 'utf8').matchAll(/from '([^.'][^']*)'/g),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('node:'));
    expect([...new Set(imported)].sort()).toEqual(Object.keys(own).sort());
  });

  it('explains all of its arguments', () => {
    for (const name of Object.keys(ARGUMENTS)) expect(HELP).toContain(`--${name}`);
  });
});

/** Operators in the keys of object literals, such as `{ $inc: … }` and `{ '$and': … }`. */
function operatorsIn(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files) {
    const own =
      file.includes('embedded-mongo') || file.includes('node_modules') || file.startsWith('web');
    // the API refuses the bad input of these tests before it becomes a query
    const sentInTests = file.endsWith('bad-values.ts');
    // variables of another shop's GraphQL
    const isGraphql = file.endsWith('vendure.ts');
    if (own || sentInTests || isGraphql || !file.endsWith('.ts') || file.endsWith('spec.ts'))
      continue;
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/['"]?(\$[a-z][A-Za-z]+)['"]?\s*:/g))
      found.set(name, file);
  }
  return found;
}

describe('the repository', () => {
  it.each(['libs', 'apps', 'tools'])('%s uses only operators that are supported', (folder) => {
    const used = operatorsIn(join(REPOSITORY, folder));
    expect([...used].filter(([name]) => !SUPPORTED.has(name) && !NOT_OPERATORS.has(name))).toEqual(
      [],
    );
  });
});
