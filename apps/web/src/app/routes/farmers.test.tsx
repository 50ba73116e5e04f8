import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { farmsPageSchema } from '#libs/contracts';
import { FakeServer, ok } from '../../testing/fake-server';
import { renderApp } from '../../testing/render';

/** 101 farms, of which a page has 24; the last is called Zuidhoek. */
function manyFarms(): FakeServer {
  const server = new FakeServer();
  const [farm] = server.farms;
  if (farm === undefined) throw new Error('there is no farm');
  const farms = Array.from({ length: 101 }, (_, n) => ({
    ...farm,
    _id: String(n).padStart(24, '0'),
    slug: `farm-${n}`,
    name: n === 100 ? 'Zuidhoek' : `Farm ${n}`,
  }));
  server.on('GET /api/v1/farms', ({ query }) => {
    const q = query.get('q')?.toLowerCase() ?? '';
    const found = farms.filter(({ name }) => name.toLowerCase().includes(q));
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit'));
    return ok(farmsPageSchema, {
      farms: found.slice(from, to),
      nextCursor: to < found.length ? String(to) : null,
      total: found.length,
    });
  });
  return server;
}

const rows = () => screen.queryAllByRole('heading', { level: 3, name: /^(Farm \d|Zuidhoek)/ });

test('the server searches the directory, however many farms there are', async () => {
  const { router } = renderApp('/farmers', manyFarms());
  await screen.findByRole('link', { name: 'Farm 0' });
  const search = screen.getByRole('searchbox', { name: 'Search farms by name or place' });
  await userEvent.type(search, 'zuid');
  await screen.findByRole('link', { name: 'Zuidhoek' });
  expect(rows()).toHaveLength(1);
  expect(screen.getByText('1 farm', { selector: 'p' })).toBeVisible();
  expect(router.state.location.search).toBe('?q=zuid');
  expect(search).toHaveFocus();

  await userEvent.clear(search);
  await waitFor(() => expect(rows()).toHaveLength(24));
  await userEvent.type(search, 'nobody');
  await screen.findByText('No farm of that name or place', { selector: 'h2, h3, p' });
});

test('the directory shows a page at a time, to the last farm', async () => {
  renderApp('/farmers', manyFarms());
  for (const shown of [24, 48, 72, 96]) {
    await waitFor(() => expect(rows()).toHaveLength(shown));
    await userEvent.click(screen.getByRole('button', { name: 'Show more farms' }));
  }
  await waitFor(() => expect(rows()).toHaveLength(101));
  expect(screen.queryByRole('button', { name: 'Show more farms' })).toBeNull();
});

test('a link to a search opens it', async () => {
  renderApp('/farmers?q=zuid', manyFarms());
  await screen.findByRole('link', { name: 'Zuidhoek' });
  expect(screen.getByRole('searchbox', { name: /^Search farms/ })).toHaveValue('zuid');
});

test('the fee stands there as it is booked, with an example', async () => {
  const server = manyFarms();
  server.settings = { ...server.settings, feeRate: 750 };
  renderApp('/farmers', server);
  expect(
    await screen.findByText('7.5 % of the goods, settled monthly. Nothing else.'),
  ).toBeVisible();
  expect(screen.getByText('Of $42.10 you get $38.94: $3.16 is the market’s 7.5 %.')).toBeVisible();
});
