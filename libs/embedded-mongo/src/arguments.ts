import { parseArgs } from 'node:util';

/** The program's arguments, with their texts for `--help`. */
export const ARGUMENTS = {
  dir: { type: 'string', value: '<folder>', says: 'where the data is; created if missing' },
  temporary: { type: 'boolean', says: 'a folder that is removed when the server ends' },
  port: {
    type: 'string',
    default: '27017',
    value: '<n>',
    says: 'on 127.0.0.1; 0 takes a free one',
  },
  durability: {
    type: 'string',
    default: 'commit',
    value: 'commit|none',
    says: 'what an answered write survives: a power failure, or a crash of the process only',
  },
  log: { type: 'boolean', says: 'what happens, in lines of JSON on the standard error' },
  'fail-points': { type: 'boolean', says: 'for tests: the command configureFailPoint' },
  'exit-with-parent': { type: 'boolean', says: 'ends when its parent process does' },
  verify: { type: 'boolean', says: 'checks the data and ends; exit code 1 if something is wrong' },
  help: { type: 'boolean', says: 'these lines' },
} as const;

const lines = Object.entries(ARGUMENTS).map(([name, argument]) => {
  const value = 'value' in argument ? ` ${argument.value}` : '';
  const preset = 'default' in argument ? ` (${argument.default})` : '';
  return `  ${`--${name}${value}`.padEnd(26)}  ${argument.says}${preset}`;
});
export const HELP = `usage: embedded-mongo --dir <folder> | --temporary [options]\n\n${lines.join('\n')}\n`;

/**
 * Parses the arguments.
 * @throws Error with the usage text, or with what `parseArgs` rejects
 */
export function readArguments() {
  const { values } = parseArgs({ options: ARGUMENTS });
  const port = Number(values.port);
  const { dir, durability, temporary = false, help = false } = values;
  const hasPlace = help || (temporary ? !dir && !values.verify : dir);
  if (!hasPlace || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(HELP);
  if (durability !== 'commit' && durability !== 'none') throw new Error(HELP);
  return { ...values, dir, port, durability, temporary } as const;
}
