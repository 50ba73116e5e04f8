import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { dashboardPaths, pagePatterns } from '#libs/contracts';
import { entryPages } from './entry-pages';

const APP = path.join(process.cwd(), 'apps/web/src/app');

/** The paths of a file's routes, below `base`. */
function routesIn(file: string, base: string): string[] {
  const source = readFileSync(path.join(APP, file), 'utf8');
  return [...source.matchAll(/<Route\s+path="([^"]+)"/g)]
    .map(([, route]) => `${base}/${route}`)
    .filter((route) => route !== `${base}/*` && route !== '/dev/ui');
}

it('has the pages that the server knows, and no others', () => {
  const routes = [
    ...entryPages.map((entry) => entry.path),
    ...routesIn('router.tsx', ''),
    ...(['customer', 'farmer', 'admin'] as const).flatMap((role) => [
      ...dashboardPaths(role),
      ...routesIn(`routes/dashboard-${role}.tsx`, `/dashboard/${role}`),
    ]),
  ];
  const alike = (all: readonly string[]) =>
    all.map((one) => one.replace(/:\w+/g, ':x').replace(/(\/dashboard\/\w+)\/\*$/, '$1')).sort();
  expect(alike(routes)).toEqual(alike(pagePatterns));
});
