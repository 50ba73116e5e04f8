import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folder of spec groups; each group is one file that imports its specs. */
export const GROUPS = 'test-results/groups';

/** The kinds of specs, each with its number of groups and its file names; the first match counts. */
const KINDS = [
  { kind: 'flow', groups: 2, is: (file) => file.endsWith('.e2e-spec.ts') },
  { kind: 'integration', groups: 6, is: (file) => file.endsWith('.int-spec.ts') },
  { kind: 'web', groups: 3, is: (file) => /^apps\/web\/.*\.(test\.tsx|spec\.ts)$/.test(file) },
  { kind: 'pure', groups: 3, is: (file) => file.endsWith('.spec.ts') },
];

export const isSpec = (file) => /\.((int-|e2e-)?spec\.ts|test\.tsx)$/.test(file);

/** Groups of long specs, the longest first; they start before the others. */
const LONG = [
  ['apps/worker/src/outbox-relay.e2e-spec.ts', 'tools/market-day/market-day.e2e-spec.ts'],
  ['apps/standalone/src/upgrade.e2e-spec.ts', 'apps/standalone/src/data-directories.e2e-spec.ts'],
  [
    'apps/standalone/src/commands/commands.int-spec.ts',
    'apps/standalone/src/lifecycle.int-spec.ts',
  ],
  ['apps/standalone/src/gaps.e2e-spec.ts'],
  ['libs/embedded-mongo/src/process.int-spec.ts'],
];

/**
 * Whether a spec cannot share its module graph: it mocks modules, defines browser globals, reads the metrics of the
 * process, or has a top-level await.
 */
export const standsAlone = (source) =>
  /unstable_mockModule|testing\/web-page|METRICS_TOKEN|^const .* = await /m.test(source);

/**
 * Writes the groups. The specs of a group load, compile and warm up their modules once, which costs as much as the
 * tests of most specs.
 */
export function writeGroups(root) {
  const folder = join(root, GROUPS);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name, files) =>
    writeFileSync(
      join(folder, `${name}.ts`),
      files.map((file) => `import '../../${file.replace(/tsx?$/, 'js')}';\n`).join(''),
    );
  const specs = ['apps', 'libs', 'tools'].flatMap((dir) => specsIn(root, dir));
  const kindOf = (file) => KINDS.find(({ is }) => is(file)).kind;
  for (const [at, files] of LONG.entries()) write(`${kindOf(files[0])}-long-${at}`, files);
  const sharing = new Map(KINDS.map(({ kind }) => [kind, []]));
  for (const file of specs) {
    if (LONG.flat().includes(file)) continue;
    const kind = kindOf(file);
    if (standsAlone(readFileSync(join(root, file), 'utf8')))
      write(`${kind}-alone-${file.replaceAll(/[/.]/g, '-')}`, [file]);
    else sharing.get(kind).push(file);
  }
  for (const { kind, groups } of KINDS)
    for (let group = 0; group < groups; group++)
      write(
        `${kind}-${group}`,
        sharing.get(kind).filter((_, n) => n % groups === group),
      );
}

function specsIn(root, dir) {
  return readdirSync(join(root, dir), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && isSpec(entry.name) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}
