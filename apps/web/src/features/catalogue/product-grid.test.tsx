import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { makeProducts as makeAll, makeFarms } from '../../testing/fixtures';
import { ProductGrid } from './product-grid';

/** Not on sale, so that their cards show no days, which come from the server. */
const makeProducts = () =>
  makeAll(makeFarms()).map((one) => ({ ...one, status: 'paused' as const }));

test.each([
  { where: 'below the view', top: innerHeight + 1, isSkipped: true },
  { where: 'above the view', top: -401, isSkipped: true },
  { where: 'still in view', top: innerHeight - 1, isSkipped: false },
  { where: 'in view again, by scrolling since it was reported', top: -399, isSkipped: false },
])('a card that is $where when a frame begins: skipped is $isSkipped', ({ top, isSkipped }) => {
  const frame = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  render(
    <MemoryRouter>
      <ProductGrid products={makeProducts().slice(0, 1)} />
    </MemoryRouter>,
  );
  const card = screen.getByRole('listitem');
  card.getBoundingClientRect = () => new DOMRect(0, top, 300, 400);
  for (const [begin] of frame.mock.calls) begin(0);
  frame.mockRestore();
  expect(card.classList.contains('skipped')).toBe(isSkipped);
});

test('a new list is rendered a few cards at a time, and cards that stay are not rendered again', () => {
  const [first, ...others] = Array.from({ length: 3 }, (_, copy) =>
    makeProducts().map((one) => ({ ...one, _id: `${copy}${one._id.slice(1)}` })),
  ).flat();
  if (first === undefined) throw new Error('there are products');
  const action = jest.fn((product: ProductDto) => <span>{product._id}</span>);
  /** Cards that each render drew. */
  const drawn: number[] = [];
  const grid = (products: readonly ProductDto[]) => (
    <MemoryRouter>
      <Profiler
        id="grid"
        onRender={() => {
          drawn.push(action.mock.calls.length);
          action.mockClear();
        }}
      >
        <ProductGrid products={products} action={action} eagerCount={4} />
      </Profiler>
    </MemoryRouter>
  );
  const { rerender } = render(grid([first]));
  expect(drawn.reduce((sum, one) => sum + one)).toBe(1);

  drawn.length = 0;
  rerender(grid([first, ...others]));
  expect(screen.getAllByRole('article')).toHaveLength(others.length + 1);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
  expect(drawn.reduce((sum, one) => sum + one)).toBe(others.length);
});

test('a card is stamped with its harvest for two weeks; what comes from the store has no stamp', () => {
  const [one] = makeProducts();
  if (one === undefined) throw new Error('there are products');
  const pickedAgo = (days: number) => (
    <MemoryRouter>
      <ProductGrid
        products={[
          { ...one, harvestedAt: new Date(Date.now() - days * 24 * 3_600_000).toISOString() },
        ]}
      />
    </MemoryRouter>
  );
  const { rerender } = render(pickedAgo(13));
  expect(screen.getByText(/^picked/)).toBeVisible();
  rerender(pickedAgo(15));
  expect(screen.queryByText(/^picked/)).toBeNull();
});
