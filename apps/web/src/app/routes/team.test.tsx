import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  invitedDtoSchema,
  openInvitationSchema,
  type TeamDto,
  type TeamInvitation,
  teamDtoSchema,
  type UserDto,
  userDtoSchema,
} from '#libs/contracts';
import { FARM_ID, makeTeam } from '../../testing/crew-fixtures';
import { FakeServer, ok, problem } from '../../testing/fake-server';
import { fakeId } from '../../testing/fixtures';
import { fakeConnection } from '../../testing/live';
import { renderApp } from '../../testing/render';

const connection = fakeConnection();
const LINK = 'https://farm.example/join#token.1.x';
let server: FakeServer;
let owner: UserDto;
let team: TeamDto;
beforeAll(async () => {
  await Promise.all([import('./dashboard-farmer'), import('./join')]);
});
beforeEach(() => {
  server = new FakeServer();
  owner = server.signInAs('farmer', { farmId: FARM_ID });
  team = makeTeam(owner._id);
  server.on('GET /api/v1/farms/mine/team', () => ok(teamDtoSchema, team));
});

const invitation: TeamInvitation = {
  _id: 'e'.repeat(24),
  role: 'driver',
  email: null,
  by: 'Frances Holm',
  expiresAt: '2099-01-01T10:00:00.000Z',
};

test('an owner invites with a QR code, sees who comes, and cancels', async () => {
  server.on('POST /api/v1/farms/mine/team/invitations', ({ body }) => {
    expect(body).toEqual({ version: 1, role: 'driver' });
    team = { ...team, invitations: [invitation], version: 2 };
    return ok(invitedDtoSchema, { team, invitationId: invitation._id, link: LINK }, 201);
  });
  server.on('POST /api/v1/farms/mine/team/invitations/:id/cancel', ({ body }) => {
    expect(body).toEqual({ version: 2 });
    team = { ...team, invitations: [], version: 3 };
    return ok(teamDtoSchema, team);
  });
  renderApp('/dashboard/farmer/team', server);
  await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite to the team' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Role'), 'driver');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
  const shown = await screen.findByRole('dialog', { name: 'The invitation' });
  within(shown).getByRole('img', { name: 'QR code of the invitation' });
  await userEvent.click(within(shown).getAllByRole('button', { name: 'Close' }).at(-1) as Element);
  await userEvent.click(
    await screen.findByRole('button', { name: /^Cancel the invitation: With a QR code/ }),
  );
  await screen.findByText('Nobody is invited.');
  const joined = { ...team, members: [...team.members], version: 4 };
  const [, packer] = team.members;
  if (!packer) throw new Error('a team of two');
  joined.members.push({ ...packer, userId: fakeId('user', 51), name: 'Dan Driver' });
  connection.emit('team.changed', 4, { team: joined });
  await screen.findByText('Dan Driver');
});

test('an owner removes somebody, after a question; who registered the farm stays', async () => {
  server.on('POST /api/v1/farms/mine/team/members/:id/remove', () => {
    team = { ...team, members: team.members.slice(0, 1), version: 2 };
    return ok(teamDtoSchema, team);
  });
  renderApp('/dashboard/farmer/team', server);
  const remove = await screen.findByRole('button', { name: /^Remove / });
  await userEvent.click(remove);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('wren@example.org')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull();
});

test('who holds a link joins, and lands at the work', async () => {
  const user = server.signInAs('customer');
  server.on('POST /api/v1/invitations/look', () =>
    ok(openInvitationSchema, {
      ...{ farmName: 'Hollow Creek', role: 'packer', by: 'Frances Holm' },
      expiresAt: '2099-01-01T10:00:00.000Z',
    }),
  );
  server.on('POST /api/v1/invitations/accept', ({ body }) => {
    expect(body).toEqual({ token: 'token.1.x' });
    const memberships = [{ farmId: FARM_ID, role: 'packer' as const }];
    return ok(
      userDtoSchema,
      server.signInAs('customer', { ...user, farmId: FARM_ID, memberships, version: 2 }),
    );
  });
  const { router } = renderApp('/join#token.1.x', server);
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/farmer/orders'));
});

test('a link that does not work any more says so; a visitor is asked to sign in first', async () => {
  server.on('POST /api/v1/invitations/look', () =>
    problem('INVITATION_EXPIRED', 409, { message: 'This invitation is too old' }),
  );
  const { router } = renderApp('/join#token.1.x', server);
  await screen.findByText('This invitation is too old');
  expect(router.state.location.hash).toBe('');
});
