import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isPage } from '#libs/contracts';

const APP = path.join(process.cwd(), 'apps/web/src/app');

/** The paths of a file's routes, below `base`. */
function routesIn(file: string, base: string): string[] {
  const source = readFileSync(path.join(APP, file), 'utf8');
  return [...source.matchAll(/\bpath(?:=|: )['"]([^'"]+)['"]/g)]
    .map(([, route]) => `${base}/${route}`)
    .filter((route) => route !== `${base}/*` && route !== '/dev/ui');
}

it('has only routes that the server knows', () => {
  const routes = [
    ...routesIn('router.tsx', ''),
    ...['customer', 'farmer', 'admin'].flatMap((role) =>
      routesIn(`routes/dashboard-${role}.tsx`, `/dashboard/${role}`),
    ),
  ];
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((route) => !isPage(route.replace('/*', '')))).toEqual([]);
});
