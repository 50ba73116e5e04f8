import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FilterFields } from './filters';

it('says how many fields of a filter are set, and shows them on a small screen when asked', async () => {
  render(
    <FilterFields setCount={2} className="grid">
      <p>From</p>
    </FilterFields>,
  );
  const button = screen.getByRole('button', { name: 'Filters (2)' });
  const fields = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(fields?.textContent).toBe('From');
  expect(fields?.className).toContain('max-lg:hidden');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(fields?.className).not.toContain('hidden');
});
