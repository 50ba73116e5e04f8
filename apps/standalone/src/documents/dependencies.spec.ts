import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as z from 'zod';

const versions = z.record(z.string(), z.string());
const { dependencies, devDependencies, overrides, allowScripts } = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    overrides: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        link: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const installed = Object.entries(packages).filter(([path]) => path !== '');

it('every version is exact', () => {
  const named = { ...dependencies, ...devDependencies, ...overrides };
  const loose = Object.entries(named).filter(
    ([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

it('every package is pinned by its checksum, and comes from a registry', () => {
  expect(installed.length).toBeGreaterThan(500);
  const unsure = installed.filter(
    ([, { integrity, link, resolved }]) =>
      link || !integrity?.startsWith('sha512-') || (resolved && !resolved.startsWith('https://')),
  );
  expect(unsure).toEqual([]);
});

it('no package runs an install script', () => {
  const running = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(running.filter((name) => allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(allowScripts)).not.toContain(true);
  // npm before version 11 ignores that list, so scripts are switched off.
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
