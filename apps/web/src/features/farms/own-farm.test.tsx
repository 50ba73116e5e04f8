import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DomainEvent, OwnFarmDto } from '#libs/contracts';
import { storefrontOf } from '../../realtime/farm-patch';
import type { SocketCallbacks } from '../../realtime/socket';
import { FakeServer } from '../../testing/fake-server';
import { fakeSocket } from '../../testing/fake-socket';

const connections: SocketCallbacks[] = [];
jest.unstable_mockModule('../../realtime/socket', () => ({
  openSocket: async (callbacks: SocketCallbacks) => {
    connections.push(callbacks);
    callbacks.onConnect();
    return fakeSocket();
  },
}));
const { renderApp } = await import('../../testing/render');

const path = '/dashboard/farmer/profile';
let server: FakeServer;
let events = 0;

function tell(name: DomainEvent['name'], payload: object, version: number): void {
  events += 1;
  const event = {
    id: events.toString(16).padStart(24, '0'),
    name,
    occurredAt: new Date().toISOString(),
    aggregateId: 'farm',
    version,
    correlationId: 'test',
    actorId: null,
    payload,
  } as DomainEvent;
  act(() => connections.at(-1)?.onEvent(event));
}

function begin(change: Partial<OwnFarmDto>): void {
  Object.assign(server.members.ownFarm, change);
}

beforeEach(() => {
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('farmer');
});

test('a new farm is told what is missing, saves it, and asks to sell', async () => {
  const user = userEvent.setup();
  begin({ status: 'pending', appliedAt: null, city: '', state: '', fulfilment: [] });
  renderApp(path, server);
  await screen.findByRole('heading', { name: 'Not on the market yet' });
  expect(screen.getByText('The town where it grows')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Ask to sell/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.type(screen.getByLabelText('Town'), 'Amherst');
  await user.type(screen.getByLabelText('State'), 'MA');
  await user.click(screen.getByRole('checkbox', { name: 'We deliver to the door' }));
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Everything that selling needs is there.');
  expect(server.members.ownFarm).toMatchObject({ city: 'Amherst', fulfilment: ['delivery'] });
  await user.click(screen.getByRole('button', { name: 'Ask to sell' }));
  expect(await screen.findByRole('heading', { name: 'We are looking at your farm' })).toBeVisible();
});

test('a decision arrives live with its reason, announced, without a call', async () => {
  begin({ status: 'pending' });
  renderApp(path, server);
  await screen.findByRole('heading', { name: 'We are looking at your farm' });
  const calls = server.calls.length;
  const application: OwnFarmDto = {
    ...server.members.ownFarm,
    status: 'refused',
    decisionReason: 'Where do people pick up?',
    version: 2,
  };
  tell('farm.changed', { farm: storefrontOf(application), wasApproved: false }, 2);
  tell('own-farm.changed', { farm: application }, 2);
  await screen.findByRole('heading', { name: 'Your farm was refused' });
  expect(screen.getByText('Where do people pick up?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('Your farm: Your farm was refused.')).toBeInTheDocument(),
  );
  expect(server.calls.slice(calls)).toEqual([]);
});

test('what comes in while somebody types changes no field, and only what was typed is sent', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const tagline = await screen.findByLabelText('In one line');
  await user.clear(tagline);
  await user.type(tagline, 'Roots, greens and honey');
  const elsewhere = { ...server.members.ownFarm, story: 'Written in another tab.', version: 2 };
  server.members.ownFarm = elsewhere;
  tell('farm.changed', { farm: storefrontOf(elsewhere), wasApproved: true }, 2);
  tell('own-farm.changed', { farm: elsewhere }, 2);
  expect(await screen.findByText(/was changed elsewhere while you were writing/)).toBeVisible();
  expect(tagline).toHaveValue('Roots, greens and honey');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Your farm’s page is saved');
  expect(server.members.ownFarm).toMatchObject({
    tagline: 'Roots, greens and honey',
    story: 'Written in another tab.',
    version: 3,
  });
});

test('a field that makes no sense is refused at its place before anything is sent', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const least = await screen.findByLabelText('For delivery');
  await user.clear(least);
  await user.type(least, 'a lot');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  expect(least).toHaveAccessibleDescription('Enter an amount in dollars, such as 15');
  expect(server.calls).not.toContain('PATCH /api/v1/farms/mine');
});
