import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render';

const SOURCES = path.join(process.cwd(), 'apps/web/src');
/** Components that render nothing visible. */
const INVISIBLE = ['live-announcer', 'unsaved-guard', 'visually-hidden'];

test('/dev/ui shows every component of ui', async () => {
  // the page is loaded before the app: Jest cannot link two modules at once that share an unloaded dependency
  await import('./dev-ui');
  renderApp('/dev/ui');
  await screen.findByRole('heading', { level: 1, name: 'Components' });
  const kit = readdirSync(path.join(SOURCES, 'ui'))
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => file.replace('.tsx', ''));
  const routes = path.join(SOURCES, 'app/routes');
  const page = readdirSync(routes)
    .filter((file) => file.startsWith('dev-ui'))
    .map((file) => readFileSync(path.join(routes, file), 'utf8'))
    .join('\n');
  expect(kit.filter((file) => !page.includes(`/ui/${file}'`))).toEqual(INVISIBLE);
});
