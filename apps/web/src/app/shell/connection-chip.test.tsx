import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ConnectionChip } from './connection-chip';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('says nothing while the page connects for the first time, unless that takes long', () => {
  render(<ConnectionChip />);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
  act(() => jest.advanceTimersByTime(5_000));
  expect(screen.getByRole('status').textContent).toBe('Reconnecting');
  expect(screen.getByRole('button').textContent).toBe('Reconnecting');
});
