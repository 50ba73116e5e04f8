import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  knowsServerClock,
  recordServerClock,
  resetServerClock,
  serverNow,
  subscribeToServerClock,
} from './server-clock';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Milliseconds that a monotonic clock shows. */
let monotonic: number;
/** What the device's clock shows. */
let device: number;

beforeEach(() => {
  monotonic = 10_000;
  device = NOW;
  jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
  jest.spyOn(Date, 'now').mockImplementation(() => device);
});
afterEach(() => {
  jest.restoreAllMocks();
  resetServerClock();
});

const pass = (ms: number) => {
  monotonic += ms;
  device += ms;
};

test('until the server has answered, the time is the device’s', () => {
  expect(knowsServerClock()).toBe(false);
  expect(serverNow()).toBe(NOW);
  recordServerClock(Number.NaN, 0, monotonic);
  expect(knowsServerClock()).toBe(false);
});

test('a device three hours ahead or behind shows the server’s time', () => {
  for (const hours of [3, -3]) {
    device = NOW + hours * HOUR_MS;
    recordServerClock(NOW, 0, monotonic);
    expect(serverNow()).toBe(NOW);
    pass(1_000);
    expect(serverNow()).toBe(NOW + 1_000);
    resetServerClock();
  }
});

test('half of the way and of what was rounded away is added, and the time since the answer', () => {
  recordServerClock(NOW, 1_000, monotonic - 900, monotonic - 500);
  expect(serverNow()).toBe(NOW + 500 + 200 + 500);
});

test('the most exact answer counts', () => {
  recordServerClock(NOW, 0, monotonic - 20);
  recordServerClock(NOW - 100, 1_000, monotonic - 500);
  expect(serverNow()).toBe(NOW + 10);
  recordServerClock(NOW + 3, 0, monotonic);
  expect(serverNow()).toBe(NOW + 3);
});

test('after the device’s clock was set, the next answer counts, exact or not', () => {
  recordServerClock(NOW, 0, monotonic);
  device += 3 * HOUR_MS;
  recordServerClock(NOW, 1_000, monotonic);
  expect(serverNow()).toBe(NOW + 500);
});

test('those who show the time are called when it is known better', () => {
  const listener = jest.fn();
  const unsubscribe = subscribeToServerClock(listener);
  recordServerClock(NOW, 0, monotonic);
  recordServerClock(NOW, 0, monotonic - 400);
  expect(listener).toHaveBeenCalledTimes(1);
  unsubscribe();
  recordServerClock(NOW + HOUR_MS, 0, monotonic);
  expect(listener).toHaveBeenCalledTimes(1);
});
