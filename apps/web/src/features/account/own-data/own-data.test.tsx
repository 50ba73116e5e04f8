import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '#libs/contracts';
import { FakeServer, problem } from '../../../testing/fake-server';
import { renderApp } from '../../../testing/render';

let server: FakeServer;
let saved: string[];
beforeEach(() => {
  server = new FakeServer();
  saved = [];
  // jsdom has no files
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  const { click } = HTMLAnchorElement.prototype;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.download === '') click.call(this);
    else saved.push(this.download);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const download = async (role: Role) => {
  server.signInAs(role);
  renderApp(`/dashboard/${role}/profile`, server);
  await userEvent.click(await screen.findByRole('button', { name: 'Download a copy of my data' }));
};

test.each<Role>(['customer', 'farmer', 'admin'])(
  'a %s downloads all of their data',
  async (role) => {
    server.on('GET /api/v1/users/me/archive', () => ({ status: 200, body: 'a zip' }));
    await download(role);
    await waitFor(() => expect(saved).toEqual(['farmgate-archive.zip']));
  },
);

test('an archive that could not be made is no file', async () => {
  server.on('GET /api/v1/users/me/archive', () =>
    problem('SERVICE_UNAVAILABLE', 503, { message: 'The card provider does not answer' }),
  );
  await download('customer');
  expect(await screen.findByText('The card provider does not answer')).toBeVisible();
  expect(saved).toEqual([]);
});
