import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type OwnProductDto, productDtoSchema } from '#libs/contracts';
import { fakePictures } from '../../../testing/fake-canvas';
import { FakeServer, problem } from '../../../testing/fake-server';
import { type FakeUpload, fakeUploads } from '../../../testing/fake-upload';
import { fakeId } from '../../../testing/fixtures';
import { fakeConnection } from '../../../testing/live';
import { renderApp } from '../../../testing/render';
import { toDateInput } from '../date-input';

const { emit } = fakeConnection();

const list = '/dashboard/farmer/products';
let server: FakeServer;
let uploads: FakeUpload[];
let tomatoes: OwnProductDto;

beforeEach(() => {
  uploads = [];
  server = new FakeServer();
  server.signInAs('farmer');
  globalThis.XMLHttpRequest = fakeUploads((upload) => uploads.push(upload));
  tomatoes = put({});
});

/** Changes the tomatoes on the server without an event. */
function put(change: Partial<OwnProductDto>): OwnProductDto {
  const first = server.stall.products.find(({ _id }) => _id === fakeId('product', 1));
  if (first === undefined) throw new Error('no tomatoes on the stall');
  const next = { ...first, ...change };
  server.stall.products = server.stall.products.map((one) => (one === first ? next : one));
  return next;
}
/** Changes them in another tab: this one receives the event. */
function changeInAnotherTab(change: Partial<OwnProductDto>): void {
  const version = put({}).version + 1;
  const product = put({ ...change, version, detailsVersion: version });
  emit('product.changed', version, { product: productDtoSchema.parse(product), public: true });
}
async function open(): Promise<UserEvent> {
  renderApp(`${list}/${tomatoes._id}`, server);
  await screen.findByLabelText('Name');
  return userEvent.setup({ applyAccept: false });
}
async function replaceText(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
}
const choose = async (user: UserEvent, ...files: File[]) =>
  user.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), files);
const photo = (name: string, type = 'image/jpeg', bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type });
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Save$/ }));
const current = () => put({});

test('a product is created with a picture and published at once', async () => {
  const user = userEvent.setup();
  const { router } = renderApp(`${list}/new`, server);
  await user.type(await screen.findByLabelText('Name'), 'Blue Plums');
  await user.selectOptions(screen.getByLabelText('Category'), 'Fruit');
  await user.type(screen.getByLabelText('Price in dollars'), '$3.20');
  expect(screen.queryByText(/^That is/)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Sold by'), 'Kilogram (kg)');
  expect(screen.getByText('That is $1.45 / lb.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Sold by'), 'Pound (lb)');
  await user.type(screen.getByLabelText(/^What is special/), 'Old trees\nNot sprayed');
  await replaceText(user, 'On hand now', '12');
  await choose(user, photo('plums.jpg'));
  act(() => uploads[0]?.progress(0.4));
  expect(screen.getByRole('progressbar', { name: 'Uploading plums.jpg' })).toHaveValue(0.4);
  act(() => uploads[0]?.respond());
  await user.type(await screen.findByLabelText('What picture 1 shows'), 'A bowl of plums');
  expect(screen.getByRole('heading', { name: 'Blue Plums', hidden: true })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save and publish' }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/products\/c0+/));
  const made = server.stall.products.find(({ name }) => name === 'Blue Plums');
  expect(made).toMatchObject({
    category: 'fruit',
    price: 3.2,
    unit: 'lb',
    step: 1,
    onHand: 12,
    status: 'live',
    features: ['Old trees', 'Not sprayed'],
    images: [{ url: '/pictures/plums-800.webp', alt: 'A bowl of plums' }],
  });
  expect(await screen.findByText('Blue Plums is on sale')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Pause: Blue Plums' })).toBeVisible();
  expect(server.calls).not.toContain(`GET /api/v1/farms/mine/products/${made?._id}`);
});

test('cheese is sold in quarter pounds, and 12.3 lb of it are on hand', async () => {
  const user = userEvent.setup();
  renderApp(`${list}/new`, server);
  await user.type(await screen.findByLabelText('Name'), 'Cheese');
  await user.selectOptions(screen.getByLabelText('Category'), 'eggs-dairy');
  await user.type(screen.getByLabelText('Price in dollars'), '0.75');
  const unit = screen.getByLabelText('Sold by');
  expect(
    within(unit)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    ...['Pound (lb)', 'Ounce (oz)', 'Kilogram (kg)', 'Gram (g)', 'Pint', 'Quart', 'Gallon'],
    ...['Piece', 'Bunch', 'Dozen', 'Pack'],
  ]);
  await user.selectOptions(unit, 'Ounce (oz)');
  expect(screen.getByText('That is $12.00 / lb.')).toBeVisible();
  await replaceText(user, 'Step', '0.25');
  await replaceText(user, 'Smallest amount', '0.25');
  await replaceText(user, 'On hand now', '12.3');
  await user.selectOptions(unit, 'Bunch');
  await user.click(screen.getByRole('button', { name: 'Save as a draft' }));
  for (const label of ['Step', 'Smallest amount', 'On hand now'])
    await waitFor(() =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        /Must be a multiple of 1 bunch/,
      ),
    );
  await user.selectOptions(unit, 'Pound (lb)');
  await user.click(screen.getByRole('button', { name: 'Save as a draft' }));
  await waitFor(() =>
    expect(server.stall.products.find(({ name }) => name === 'Cheese')).toMatchObject({
      unit: 'lb',
      step: 0.25,
      minimum: 0.25,
      onHand: 12.3,
    }),
  );
});

test('missing fields show their errors, and nothing is sent', async () => {
  const user = userEvent.setup();
  renderApp(`${list}/new`, server);
  await user.click(await screen.findByRole('button', { name: 'Save as a draft' }));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect(within(summary).getByText(/3 fields need/)).toBeVisible();
  expect(screen.getByLabelText('Price in dollars')).toHaveAccessibleDescription(/A price over/);
  expect(server.calls).not.toContain('POST /api/v1/products');
});

test('combinations that the server would refuse show an error', async () => {
  const user = await open();
  await replaceText(user, 'Smallest amount', '1.5');
  await replaceText(user, 'Step', '1');
  await save(user);
  expect(await screen.findByLabelText('Smallest amount')).toHaveAccessibleDescription(
    /Must be a whole number of steps/,
  );
  expect(current().version).toBe(1);
});

test.each([
  ['Price in dollars', '4,50', 'Did you mean 4.50 or 450? Please type it like that.'],
  ['Price in dollars', '4.505', 'At most 2 decimals.'],
  ['Price in dollars', '1e2', 'Enter a number, such as 4.50.'],
  ['Low from', '1,5', 'Did you mean 1.5 or 15? Please type it like that.'],
  ['Low from', '0x10', 'Enter a number, such as 2.5.'],
  [/^Calories/, '1.250,5', 'Did you mean 1250.5? Please type it like that.'],
])('%s: %s is asked about on leaving the field, and not saved', async (label, typed, problem) => {
  const user = await open();
  const field = screen.getByLabelText(label);
  await user.clear(field);
  await user.type(field, typed);
  expect(field).not.toHaveAttribute('aria-invalid');
  await user.tab();
  expect(field).toHaveAccessibleDescription(new RegExp(problem.replace(/[.?]/g, '\\$&')));
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(problem);
  expect(screen.getAllByText(problem)).toHaveLength(1);
  expect(current().version).toBe(1);
});

test('numbers in the market’s notation are what they say', async () => {
  const user = await open();
  await replaceText(user, 'Price in dollars', '1,250.00');
  await replaceText(user, 'Low from', '1,500');
  await save(user);
  await screen.findByText('Brandywine Tomatoes saved');
  expect(current()).toMatchObject({ price: 1250, lowAt: 1500 });
});

test('a date that is still being typed is none: the page stays, and nothing is saved', async () => {
  const user = await open();
  const picked = screen.getByLabelText(/^Picked at/);
  // what the field holds after the first digit of the year
  fireEvent.input(picked, { target: { value: '0002-11-20T14:30' } });
  expect(picked).toHaveValue('0002-11-20T14:30');
  await replaceText(user, 'Name', 'Tomatoes');
  await save(user);
  expect(picked).toHaveAccessibleDescription(/^Enter a date from January 1, 2000/);
  expect(current().version).toBe(1);
  fireEvent.input(picked, { target: { value: '2026-11-20T14:30' } });
  await save(user);
  await screen.findByText('Tomatoes saved');
  expect(toDateInput(current().harvestedAt)).toBe('2026-11-20T14:30');
});

test('errors of the server are shown at their fields', async () => {
  const user = await open();
  server.on('PATCH /api/v1/products/:id', () =>
    problem('VALIDATION_FAILED', 422, {
      errors: [
        { path: 'allergens.1', message: 'must not be empty' },
        { path: 'unit', message: 'cannot change once there was stock' },
      ],
    }),
  );
  await replaceText(user, 'Name', 'Tomatoes');
  await save(user);
  await screen.findByText(/2 fields need/);
  expect(screen.getByLabelText(/^Allergens/)).toHaveAccessibleDescription(/Must not be empty/);
  expect(screen.getByLabelText('Name')).toHaveValue('Tomatoes');
});

test('only changed fields are sent, and Save is disabled without a change', async () => {
  const user = await open();
  expect(screen.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
  let sent: unknown;
  const handle = server.handle.bind(server);
  server.handle = (call) => {
    if (call.method === 'PATCH') sent = call.body;
    return handle(call);
  };
  await replaceText(user, 'Price in dollars', '$4.50');
  expect(screen.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByLabelText('Organic'));
  await save(user);
  await screen.findByText('Brandywine Tomatoes saved');
  expect(sent).toEqual({ version: 1, organic: false });
});

test('a sale during the editing causes no conflict', async () => {
  const user = await open();
  await replaceText(user, 'Name', 'Tomatoes');
  put({ onHand: 3, available: 3, version: 7 });
  await save(user);
  await screen.findByText('Tomatoes saved');
  expect(current()).toMatchObject({ name: 'Tomatoes', onHand: 3, version: 8 });
});

test('a change elsewhere of another field is merged; one of the same field is shown as a conflict', async () => {
  const user = await open();
  await replaceText(user, 'Name', 'My tomatoes');
  changeInAnotherTab({ description: 'Written in another tab.', name: 'Their tomatoes' });
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent('Now: Their tomatoes');
  expect(note).toHaveTextContent('Yours: My tomatoes');
  expect(note).toHaveTextContent('taken over here: Description');
  expect(screen.getByLabelText('Name')).toHaveValue('My tomatoes');
  expect(screen.getByLabelText(/^Description/)).toHaveValue('Written in another tab.');
  await user.click(within(note).getByRole('button', { name: 'Keep mine: Name' }));
  await save(user);
  await screen.findByText('My tomatoes saved');
  expect(current()).toMatchObject({ name: 'My tomatoes', description: 'Written in another tab.' });
});

test('a conflict without an event is shown on saving, and the input is kept', async () => {
  const user = await open();
  await replaceText(user, 'Name', 'My tomatoes');
  await replaceText(user, 'Low from', '3');
  put({ name: 'Their tomatoes', version: 4, detailsVersion: 4 });
  await save(user);
  expect(await screen.findByText(/It was changed elsewhere meanwhile/)).toBeVisible();
  expect(current().name).toBe('Their tomatoes');
  expect(screen.getByLabelText('Name')).toHaveValue('My tomatoes');
  expect(screen.getByLabelText('Low from')).toHaveValue('3');
  await user.click(screen.getByRole('button', { name: 'Take over: Name' }));
  await save(user);
  await screen.findByText('Their tomatoes saved');
  expect(current()).toMatchObject({ name: 'Their tomatoes', lowAt: 3 });
});

test('pictures are moved and removed by keyboard', async () => {
  put({
    images: ['one', 'two', 'three'].map((url) => ({ url: `/pictures/${url}.webp`, alt: url })),
  });
  const user = await open();
  screen.getByRole('button', { name: 'Move picture 3 forward' }).focus();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(screen.getByLabelText('What picture 1 shows')).toHaveValue('three');
  expect(screen.getByRole('button', { name: 'Move picture 1 forward' })).toHaveFocus();
  screen.getByRole('button', { name: 'Remove picture 2' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove picture 2' })).toHaveFocus();
  await save(user);
  await screen.findByText('Brandywine Tomatoes saved');
  expect(current().images.map(({ alt }) => alt)).toEqual(['three', 'two']);
});

test('a picture of a live product needs a description', async () => {
  const user = await open();
  await choose(user, photo('vine.jpg'));
  act(() => uploads[0]?.respond());
  const words = await screen.findByLabelText('What picture 2 shows');
  await save(user);
  await waitFor(() => expect(words).toHaveAccessibleDescription('Say what the picture shows.'));
  await user.type(words, 'On the vine');
  await save(user);
  await screen.findByText('Brandywine Tomatoes saved');
  expect(current().images).toHaveLength(2);
});

test('files that the server would refuse are not sent; a failed upload can be retried', async () => {
  const user = await open();
  await choose(user, photo('plan.pdf', 'application/pdf'));
  expect(await screen.findByText(/Only JPEG, PNG, WebP and AVIF/)).toBeVisible();
  await choose(user, photo('huge.png', 'image/png', 9 * 1024 * 1024));
  expect(await screen.findByText(/It has 9.0 MB/)).toBeVisible();
  await choose(user, photo('IMG_0001.HEIC', 'image/heic'));
  expect(await screen.findByText(/cannot read HEIC.*Most Compatible.*JPEG/)).toBeVisible();
  expect(uploads).toHaveLength(0);
  await choose(user, photo('vine.jpg'));
  act(() => uploads[0]?.fail());
  await user.click(await screen.findByRole('button', { name: 'Try vine.jpg again' }));
  act(() => uploads[1]?.respond());
  await screen.findByLabelText('What picture 2 shows');
});

test('a large picture is made smaller before it is sent, and can be stopped meanwhile', async () => {
  const pictures = fakePictures();
  pictures.picture = { width: 8_064, height: 6_048 };
  let decode = () => {};
  pictures.decoding = new Promise((resolve) => (decode = resolve));
  const user = await open();
  await choose(user, photo('vine.jpg'), photo('leaf.jpg'));
  expect(await screen.findByText('Making it smaller…')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Making vine.jpg smaller' })).not.toHaveAttribute(
    'value',
  );
  await user.click(screen.getByRole('button', { name: 'Stop uploading vine.jpg' }));
  expect(screen.queryByText('vine.jpg')).toBeNull();
  expect(uploads).toHaveLength(0);
  act(decode);
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(screen.queryByText('Making it smaller…')).toBeNull();
  act(() => uploads[0]?.respond());
  await screen.findByLabelText('What picture 2 shows');
  pictures.restore();
});

test('text that is typed while a new product is being created stays, unsaved', async () => {
  const user = userEvent.setup();
  const { router } = renderApp(`${list}/new`, server);
  await user.type(await screen.findByLabelText('Name'), 'Blue Plums');
  await user.selectOptions(screen.getByLabelText('Category'), 'Fruit');
  await user.type(screen.getByLabelText('Price in dollars'), '3.20');
  const answer = server.holdWrites();
  await user.click(screen.getByRole('button', { name: 'Save as a draft' }));
  await user.type(screen.getByLabelText(/^Storage/), 'Keep');
  const made = server.stall.products.find(({ name }) => name === 'Blue Plums');
  act(answer);
  await waitFor(() => expect(router.state.location.pathname).toBe(`${list}/${made?._id}`));
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit product' })).toBeVisible();
  expect(screen.getByLabelText(/^Storage/)).toHaveFocus();
  await user.keyboard(' cool.');
  expect(screen.getByLabelText(/^Storage/)).toHaveValue('Keep cool.');
  expect(screen.getByLabelText('Name')).toHaveValue('Blue Plums');
  await user.click(screen.getByRole('link', { name: 'Back without saving' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  await save(user);
  await screen.findByText('Blue Plums saved');
  expect(server.stall.products.find(({ _id }) => _id === made?._id)).toMatchObject({
    name: 'Blue Plums',
    storage: 'Keep cool.',
  });
});

test('text that is typed while a change is being saved stays, unsaved', async () => {
  const user = await open();
  await replaceText(user, 'Name', 'Tomatoes');
  const answer = server.holdWrites();
  await save(user);
  await user.type(screen.getByLabelText('Name'), ' of today');
  act(answer);
  expect(await screen.findByText('Tomatoes saved')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Tomatoes of today');
  await save(user);
  expect(await screen.findByText('Tomatoes of today saved')).toBeVisible();
  expect(current().name).toBe('Tomatoes of today');
});

test('a navigation with unsaved input asks for confirmation, in the shop’s own dialog', async () => {
  const user = await open();
  await replaceText(user, 'Name', 'Tomatoes');
  await user.click(screen.getByRole('link', { name: 'Back without saving' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('Tomatoes');
  await user.click(screen.getByRole('link', { name: 'Back without saving' }));
  await user.click(await screen.findByRole('button', { name: 'Leave, do not save' }));
  expect(await screen.findByLabelText('Search your products')).toBeVisible();
});
