import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { DomainEvent, OwnFarmDto } from '#libs/contracts';
import { storefrontOf } from '../../entities/farms';
import { barIsComplete } from '../../testing/complete-bar';
import { FakeServer, problem } from '../../testing/fake-server';
import { fakeConnections } from '../../testing/fake-socket';
import { type FakeUpload, fakeUploads } from '../../testing/fake-upload';
import { renderApp } from '../../testing/render';

const connections = fakeConnections();

const path = '/dashboard/farmer/profile';
let server: FakeServer;
let events = 0;

function emit(name: DomainEvent['name'], payload: object, version: number): void {
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

function setFarm(change: Partial<OwnFarmDto>): void {
  Object.assign(server.members.ownFarm, change);
}

let uploads: FakeUpload[];
const photo = (name: string) => new File([new Uint8Array(10)], name, { type: 'image/jpeg' });
const choose = (user: UserEvent, label: string, file: File) =>
  user.upload(screen.getByLabelText(label, { selector: 'input' }), file);

beforeEach(() => {
  uploads = [];
  globalThis.XMLHttpRequest = fakeUploads((upload) => uploads.push(upload));
  connections.length = 0;
  server = new FakeServer();
  server.signInAs('farmer');
});

test('a new farm sees the missing fields, saves them, and applies', async () => {
  const user = userEvent.setup();
  setFarm({ status: 'pending', appliedAt: null, city: '', state: '', fulfilment: [] });
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

test('certificates and the details of the pickup place are edited in the form', async () => {
  const user = userEvent.setup();
  setFarm({ certificates: [{ name: 'Old', issuer: 'Board', number: null, validUntil: null }] });
  renderApp(path, server);
  await user.type(await screen.findByLabelText(/^When somebody is there/), 'Fridays, 3 to 7 PM');
  await user.click(screen.getByRole('button', { name: 'Remove certificate 1' }));
  await user.click(screen.getByRole('button', { name: 'Add a certificate' }));
  await user.type(screen.getByLabelText('What it says'), 'Certified Naturally Grown');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  expect((await screen.findAllByText(/Enter what the certificate says/))[0]).toBeVisible();
  await user.type(screen.getByLabelText('Who gave it'), 'CNG');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Your farm’s page is saved');
  expect(server.members.ownFarm).toMatchObject({
    pickupDetails: { address: '', opening: 'Fridays, 3 to 7 PM', location: null },
    certificates: [
      { name: 'Certified Naturally Grown', issuer: 'CNG', number: null, validUntil: null },
    ],
  });
});

test('a farm takes cards only where somebody takes cards, and keeps that where nobody does', async () => {
  const user = userEvent.setup();
  server.settings = { ...server.settings, cards: { provider: 'test-cards' } };
  const { unmount } = renderApp(path, server);
  await user.click(await screen.findByRole('checkbox', { name: /^We take cards only/ }));
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Your farm’s page is saved');
  expect(server.members.ownFarm.cardsOnly).toBe(true);
  unmount();

  server.settings = { ...server.settings, cards: null };
  renderApp(path, server);
  await user.type(await screen.findByLabelText('In one line'), '!');
  expect(screen.queryByRole('checkbox', { name: /^We take cards only/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await waitFor(() => expect(server.members.ownFarm.tagline).toMatch(/!$/));
  expect(server.members.ownFarm.cardsOnly).toBe(true);
});

test('a decision arrives live with its reason, and is announced, without a request', async () => {
  setFarm({ status: 'pending' });
  renderApp(path, server);
  await screen.findByRole('heading', { name: 'We are looking at your farm' });
  await barIsComplete(server);
  const calls = server.calls.length;
  const application: OwnFarmDto = {
    ...server.members.ownFarm,
    status: 'refused',
    decisionReason: 'Where do people pick up?',
    version: 2,
  };
  emit('farm.changed', { farm: storefrontOf(application), wasApproved: false }, 2);
  emit('own-farm.changed', { farm: application }, 2);
  await screen.findByRole('heading', { name: 'Your farm was refused' });
  expect(screen.getByText('Where do people pick up?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText('Your farm: Your farm was refused.')).toBeInTheDocument(),
  );
  expect(server.calls.slice(calls)).toEqual([]);
});

test('a live update changes no field of a dirty form, and only the changed fields are sent', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const tagline = await screen.findByLabelText('In one line');
  await user.clear(tagline);
  await user.type(tagline, 'Roots, greens and honey');
  const elsewhere = { ...server.members.ownFarm, story: 'Written in another tab.', version: 2 };
  server.members.ownFarm = elsewhere;
  emit('farm.changed', { farm: storefrontOf(elsewhere), wasApproved: true }, 2);
  emit('own-farm.changed', { farm: elsewhere }, 2);
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

test('text that is typed while the page is being saved outlives a live update', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const tagline = await screen.findByLabelText('In one line');
  await user.type(tagline, ' and honey');
  const answer = server.holdWrites();
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await user.type(tagline, ' and eggs');
  const typed = (tagline as HTMLInputElement).value;
  act(answer);
  await screen.findByText('Your farm’s page is saved');
  const elsewhere = { ...server.members.ownFarm, story: 'Written in another tab.', version: 3 };
  emit('own-farm.changed', { farm: elsewhere }, 3);
  expect(await screen.findByText(/was changed elsewhere while you were writing/)).toBeVisible();
  expect(screen.getByLabelText('In one line')).toHaveValue(typed);
});

test('a form that was refused untouched still follows live updates; a typed one that failed is unsaved', async () => {
  const user = userEvent.setup();
  setFarm({ name: '' });
  renderApp(path, server);
  const name = await screen.findByLabelText('Name of the farm');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await waitFor(() => expect(name).toBeInvalid());
  emit('own-farm.changed', { farm: { ...server.members.ownFarm, name: 'Dusk', version: 2 } }, 2);
  await waitFor(() => expect(screen.getByLabelText('Name of the farm')).toHaveValue('Dusk'));
  server.on('PATCH /api/v1/farms/mine', () => problem('INTERNAL', 500));
  await user.type(screen.getByLabelText('Name of the farm'), ' & Dawn');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('link', { name: 'About' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('an invalid field shows its error, and nothing is sent', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  const minimum = await screen.findByLabelText('For delivery');
  await user.clear(minimum);
  await user.type(minimum, 'a lot');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  expect(minimum).toHaveAccessibleDescription('Enter a number, such as 4.50.');
  expect(server.calls).not.toContain('PATCH /api/v1/farms/mine');
});

test('a picture is uploaded, needs a description, and is saved with the page', async () => {
  const user = userEvent.setup();
  renderApp(path, server);
  await screen.findByRole('button', { name: 'Add a picture' });
  await choose(user, 'Add a picture', photo('barn.jpg'));
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  expect(
    await screen.findByText(/A picture is still on its way\.$/, { selector: 'a' }),
  ).toBeVisible();
  act(() => uploads[0]?.respond());
  const words = await screen.findByLabelText('What the picture shows');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  expect(words).toHaveAccessibleDescription(/Say what the picture shows/);
  expect(server.calls).not.toContain('PATCH /api/v1/farms/mine');
  await user.type(words, 'Our barn in May');
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Your farm’s page is saved');
  const cover = { url: '/pictures/barn-800.webp', alt: 'Our barn in May' };
  expect(server.members.ownFarm).toMatchObject({ cover, version: 2 });
});

test('a picture is replaced by one that needs its own description, and removed', async () => {
  setFarm({ cover: { url: '/pictures/old.webp', alt: 'The old gate' } });
  const user = userEvent.setup();
  renderApp(path, server);
  expect(await screen.findByLabelText('What the picture shows')).toHaveValue('The old gate');
  await choose(user, 'Replace the picture', photo('new.jpg'));
  act(() => uploads[0]?.respond());
  await waitFor(() => expect(screen.getByLabelText('What the picture shows')).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Remove the picture' }));
  expect(screen.getByRole('button', { name: 'Add a picture' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Save the page' }));
  await screen.findByText('Your farm’s page is saved');
  expect(server.members.ownFarm.cover).toBeNull();
});

test('a change elsewhere does not stop an upload, and an aborted upload keeps the old picture', async () => {
  setFarm({ cover: { url: '/pictures/old.webp', alt: 'The old gate' } });
  const user = userEvent.setup();
  renderApp(path, server);
  await screen.findByLabelText('What the picture shows');
  await choose(user, 'Replace the picture', photo('new.jpg'));
  const elsewhere = { ...server.members.ownFarm, story: 'Written in another tab.', version: 2 };
  server.members.ownFarm = elsewhere;
  emit('own-farm.changed', { farm: elsewhere }, 2);
  expect(screen.getByRole('progressbar', { name: 'Uploading new.jpg' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop uploading new.jpg' }));
  await waitFor(() => expect(screen.getByLabelText('Your story')).toHaveValue(elsewhere.story));
  expect(screen.getByLabelText('What the picture shows')).toHaveValue('The old gate');
});
