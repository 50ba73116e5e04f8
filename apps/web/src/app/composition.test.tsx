import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '../testing/fake-server';
import { renderApp } from '../testing/render';

/** What browsers tell about a key of an input method; Safari only the code, for the key that ends the composition. */
const COMPOSING = { 'while composing': { isComposing: true }, 'in Safari': { keyCode: 229 } };
const SUBMITS_OR_CLOSES = ['Enter', 'Escape'];

/** What the page shows, with the values of its fields and the focus. */
function page(): string {
  const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
  const { innerHTML, ownerDocument } = document.body;
  return [innerHTML, ...fields, ownerDocument.activeElement?.outerHTML].join('\n');
}

/** Expects that a key of an input method does nothing; returns what the page then shows. */
function expectNothing(element: Element, key: string): string {
  const before = page();
  for (const [when, fields] of Object.entries(COMPOSING)) {
    const isDefault = fireEvent.keyDown(element, { key, ...fields });
    expect(`${key} ${when}: ${page()}`).toBe(`${key} ${when}: ${before}`);
    expect(isDefault).toBe(!SUBMITS_OR_CLOSES.includes(key));
  }
  return before;
}

/** Expects that each key does something, but nothing while a text is composed. */
async function expectIgnored(element: Element, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    const before = expectNothing(element, key);
    fireEvent.keyDown(element, { key });
    await waitFor(() => expect(page()).not.toBe(before));
  }
}

test('the box of the search, its suggestions and its key', async () => {
  const { router } = renderApp('/about');
  await screen.findByRole('heading', { level: 1 });
  const box = screen.getByRole('combobox', { name: 'Search products' });
  await expectIgnored(document.body, '/');
  await userEvent.type(box, 'mush');
  await screen.findByRole('option', { name: /Oyster Mushrooms/ });
  expectNothing(box, 'Enter');
  await expectIgnored(box, 'ArrowDown', 'ArrowUp', 'Escape');
  expect(router.state.location.pathname).toBe('/about');
});

test('the box of the farms in filters', async () => {
  const server = new FakeServer();
  server.signInAs('admin');
  renderApp('/dashboard/admin/products', server);
  const box = await screen.findByRole('combobox', { name: 'Farm' });
  await userEvent.click(box);
  await screen.findAllByRole('option');
  await expectIgnored(box, 'ArrowDown', 'ArrowUp', 'Escape', 'ArrowDown', 'Enter');
});

test('the palette', async () => {
  const server = new FakeServer();
  server.signInAs('admin');
  const { router } = renderApp('/dashboard/admin/jobs', server);
  await screen.findByRole('heading', { level: 1, name: 'Jobs' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Go to…' });
  await within(dialog).findAllByRole('option');
  const box = within(dialog).getByRole('combobox');
  expectNothing(box, 'Escape');
  await expectIgnored(box, 'ArrowDown', 'ArrowUp', 'Enter');
  expect(router.state.location.pathname).not.toBe('/dashboard/admin/jobs');
});

test('menus, tabs and amounts', async () => {
  // the page is loaded before the app: Jest cannot link two modules at once that share an unloaded dependency
  await import('./routes/dev-ui');
  renderApp('/dev/ui');
  await screen.findByRole('heading', { level: 1, name: 'Components' });
  await expectIgnored(screen.getByRole('tablist'), 'ArrowRight', 'ArrowLeft', 'End', 'Home');
  const button = screen.getByRole('button', { name: 'Menu' });
  await expectIgnored(button, 'ArrowDown');
  const items = () => screen.getByRole('menu', { name: 'Menu' });
  await expectIgnored(items(), 'ArrowDown', 'ArrowUp', 'End', 'Home', 'u', 'Escape');
  const amount = screen.getByRole('textbox', { name: /Picked at dawn/ });
  fireEvent.change(amount, { target: { value: '2.2' } });
  await expectIgnored(amount, 'Enter');
});
