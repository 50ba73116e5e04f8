import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { LiveAnnouncer, useAnnounce } from './live-announcer';

const say: Record<string, (text: string) => void> = {};
function Speaker({ region }: { region: string }) {
  say[region] = useAnnounce(region);
  return null;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a region says at most one thing in five seconds, and then the newest', () => {
  const { container } = render(
    <LiveAnnouncer>
      <Speaker region="stock" />
      <Speaker region="orders" />
    </LiveAnnouncer>,
  );
  const heard = (region: string) =>
    container.querySelector(`[aria-live="polite"][data-region="${region}"]`)?.textContent ?? '';
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  say.stock?.('9 left');
  pass(0);
  expect(heard('stock')).toBe('9 left');
  for (const left of [8, 7, 6]) say.stock?.(`${left} left`);
  say.orders?.('A new order');
  pass(4_999);
  expect([heard('stock'), heard('orders')]).toEqual(['9 left', 'A new order']);
  pass(1);
  expect(heard('stock')).toBe('6 left');
  say.stock?.('5 left');
  pass(5_000);
  expect(heard('stock')).toBe('5 left');
});
