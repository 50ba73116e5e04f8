import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type UpdateProfile, updateProfileSchema, userDtoSchema } from '#libs/contracts';
import { FakeServer, ok, problem } from '../../../testing/fake-server';
import { renderApp } from '../../../testing/render';

let server: FakeServer;
let sent: UpdateProfile[];

beforeEach(() => {
  server = new FakeServer();
  server.signInAs('customer', { phone: '+1 518 555 0100' });
  sent = [];
  server.on('PATCH /api/v1/users/me', ({ body }) => {
    const change = updateProfileSchema.parse(body);
    sent.push(body as UpdateProfile);
    if (server.user === null) throw new Error('nobody is signed in');
    const name = `${change.firstName} ${change.lastName}`;
    server.user = { ...server.user, ...change, name, version: server.user.version + 1 };
    return ok(userDtoSchema, server.user);
  });
});

const field = (name: string) => screen.getByRole('textbox', { name });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const open = async (role = 'customer') => {
  renderApp(`/dashboard/${role}/profile`, server);
  await screen.findByRole('button', { name: 'Edit Profile' });
};
const readOnly = () =>
  ['First name', 'Last name', 'Phone', 'Email'].map((name) => field(name).hasAttribute('readonly'));

test('it is read-only; Edit Profile makes all but the e-mail editable, and Cancel read-only again', async () => {
  await open();
  expect(readOnly()).toEqual([true, true, true, true]);
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  await click('Edit Profile');
  expect(readOnly()).toEqual([false, false, false, true]);
  expect(field('First name')).toHaveFocus();
  await userEvent.clear(field('First name'));
  await userEvent.type(field('First name'), 'Nobody');
  await click('Cancel');
  expect(readOnly()).toEqual([true, true, true, true]);
  expect(field('First name')).toHaveValue('Casey');
  expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test('Save Changes trims, saves, confirms, and makes it read-only again', async () => {
  await open();
  await click('Edit Profile');
  await userEvent.clear(field('First name'));
  await userEvent.type(field('First name'), '  Cass ');
  await click('Save Changes');
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
  await waitFor(() => expect(readOnly()).toEqual([true, true, true, true]));
  expect(field('First name')).toHaveValue('Cass');
  expect(sent).toEqual([
    { firstName: 'Cass', lastName: 'Rivers', phone: '+1 518 555 0100', version: 1 },
  ]);
});

test('a blank phone is not sent', async () => {
  await open();
  await click('Edit Profile');
  await userEvent.clear(field('Phone'));
  await userEvent.type(field('Phone'), '   ');
  await click('Save Changes');
  await screen.findByText('Profile updated successfully!');
  expect(sent).toEqual([{ firstName: 'Casey', lastName: 'Rivers', version: 1 }]);
});

test('names cannot be saved empty', async () => {
  await open();
  await click('Edit Profile');
  await userEvent.clear(field('First name'));
  await userEvent.type(field('First name'), '  ');
  await userEvent.clear(field('Last name'));
  await click('Save Changes');
  expect(field('First name')).toHaveAccessibleDescription('Enter your first name');
  expect(field('Last name')).toHaveAccessibleDescription('Enter your last name');
  expect(sent).toEqual([]);
});

test('a failed save shows an error and keeps the input', async () => {
  server.on('PATCH /api/v1/users/me', () => problem('VERSION_CONFLICT', 409));
  await open();
  await click('Edit Profile');
  await userEvent.clear(field('Last name'));
  await userEvent.type(field('Last name'), 'Brook');
  await click('Save Changes');
  expect(await screen.findByText('Failed to update profile')).toBeVisible();
  expect(field('Last name')).toHaveValue('Brook');
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
});
