import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render';

const SOURCES = path.join(process.cwd(), 'apps/web/src');
/** What has no looks of its own. */
const UNSEEN = ['later', 'live-announcer', 'unsaved-guard', 'visually-hidden'];

test('/dev/ui shows every component of the kit', async () => {
  // Jest cannot link two files at once that share what neither has loaded: the page comes before the app asks for it
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
  expect(kit.filter((file) => !page.includes(`/ui/${file}'`))).toEqual(UNSEEN);
});
