import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { type ToastMessage, ToastProvider, useToast, useToastsOfPage } from './toast';

let toast: (message: ToastMessage) => void;
function Page({ path }: { path: string }) {
  toast = useToast();
  useToastsOfPage(path);
  return null;
}
const at = (path: string) => (
  <ToastProvider>
    <Page path={path} />
  </ToastProvider>
);
const show = (message: ToastMessage) => act(() => toast(message));
const added = (name: string) =>
  show({
    title: 'Added',
    about: 'added',
    names: [name],
    description: (names) => `${names.join(', ')} (${names.length})`,
  });
const shown = () => screen.queryAllByRole('status').map((one) => one.textContent);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('what is added while a toast is shown joins it, and starts its time again', () => {
  render(at('/products'));
  added('Kale');
  act(() => jest.advanceTimersByTime(5_000));
  const first = screen.getByRole('status');
  added('Leeks');
  added('Kale');
  expect(shown()).toEqual(['AddedKale, Leeks (2)']);
  // the same element: a screen reader announces its change
  expect(screen.getByRole('status')).toBe(first);
  act(() => jest.advanceTimersByTime(5_000));
  expect(shown()).toHaveLength(1);
  act(() => jest.advanceTimersByTime(1_500));
  expect(shown()).toEqual([]);
  added('Beets');
  expect(shown()).toEqual(['AddedBeets (1)']);
});

test('at most two toasts are shown at once', () => {
  render(at('/products'));
  for (const title of ['One', 'Two', 'Three']) show({ title });
  expect(shown()).toEqual(['Two', 'Three']);
});

test('on another page the toasts of the one before leave; what came with it and errors stay', () => {
  const { rerender } = render(at('/products'));
  show({ title: 'Old' });
  show({ title: 'Failed', tone: 'error' });
  act(() => jest.advanceTimersByTime(3_000));
  rerender(at('/products'));
  expect(shown()).toEqual(['Old']);
  show({ title: 'Saved' });
  rerender(at('/cart'));
  expect(shown()).toEqual(['Saved']);
  show({ title: 'Failed', tone: 'error' });
  act(() => jest.advanceTimersByTime(3_000));
  rerender(at('/orders'));
  expect(shown()).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe('Failed');
});
