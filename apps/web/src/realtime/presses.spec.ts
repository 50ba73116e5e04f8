import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Presses } from './presses';

let presses: Presses;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  presses = new Presses();
  stop = presses.start();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const send = (type: string, target: EventTarget = document.body) =>
  target.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }));

test.each([
  ['pointerdown', 'pointerup'],
  ['pointerdown', 'pointercancel'],
  ['keydown', 'keyup'],
])('lasts from %s until the frame after %s is painted', (down, up) => {
  expect(presses.hasUnanswered).toBe(false);
  send(down);
  jest.advanceTimersByTime(1_000);
  expect(presses.hasUnanswered).toBe(true);
  send(up);
  jest.advanceTimersToNextFrame();
  expect(presses.hasUnanswered).toBe(true);
  jest.advanceTimersToNextFrame();
  expect(presses.hasUnanswered).toBe(false);
});

test('ends when the window loses the focus, and not when a field does', () => {
  send('keydown');
  send('blur');
  jest.advanceTimersByTime(1_000);
  expect(presses.hasUnanswered).toBe(true);
  send('blur', window);
  jest.advanceTimersByTime(1_000);
  expect(presses.hasUnanswered).toBe(false);
});

test('does not listen after it was stopped', () => {
  send('pointerdown');
  stop();
  expect(presses.hasUnanswered).toBe(false);
  send('pointerdown');
  expect(presses.hasUnanswered).toBe(false);
});
