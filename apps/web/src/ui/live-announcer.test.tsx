import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { LiveAnnouncer, useAnnounce } from './live-announcer';

const announce: Record<string, (text: string) => void> = {};
function Speaker({ region }: { region: string }) {
  announce[region] = useAnnounce(region);
  return null;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a region announces at most one text per five seconds: the newest', () => {
  const { container } = render(
    <LiveAnnouncer>
      <Speaker region="stock" />
      <Speaker region="orders" />
    </LiveAnnouncer>,
  );
  const announced = (region: string) =>
    container.querySelector(`[aria-live="polite"][data-region="${region}"]`)?.textContent ?? '';
  const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  announce.stock?.('9 left');
  advance(0);
  expect(announced('stock')).toBe('9 left');
  for (const left of [8, 7, 6]) announce.stock?.(`${left} left`);
  announce.orders?.('A new order');
  advance(4_999);
  expect([announced('stock'), announced('orders')]).toEqual(['9 left', 'A new order']);
  advance(1);
  expect(announced('stock')).toBe('6 left');
  announce.stock?.('5 left');
  advance(5_000);
  expect(announced('stock')).toBe('5 left');
});
