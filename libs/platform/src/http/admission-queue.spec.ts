import { type IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AdmissionQueue } from './admission-queue.js';

const MAX_MS = 1_000;
let room = 0;
let log: string[] = [];
let queue: AdmissionQueue;
beforeEach(() => {
  jest.useFakeTimers();
  [room, log] = [0, []];
  queue = new AdmissionQueue(() => room > 0, MAX_MS);
});
afterEach(() => {
  jest.useRealTimers();
});

function wait(name: string): ServerResponse {
  const response = new ServerResponse({ method: 'POST' } as IncomingMessage);
  const begin = () => {
    room--;
    log.push(name);
  };
  queue.wait(response, begin, () => log.push(`${name} refused`));
  return response;
}

it('gives turns in order, and as many as there is room for', () => {
  for (const name of ['a', 'b', 'c']) wait(name);
  queue.admit();
  expect(log).toEqual([]);
  room = 2;
  queue.admit();
  expect(log).toEqual(['a', 'b']);
  expect(queue.isEmpty).toBe(false);
});

it('refuses after the deadline, and only who still waits', () => {
  wait('a');
  queue.leave(wait('gone'));
  jest.advanceTimersByTime(MAX_MS - 1);
  wait('b');
  jest.advanceTimersByTime(1);
  expect(log).toEqual(['a refused']);
  room = 5;
  queue.admit();
  jest.runAllTimers();
  expect(log).toEqual(['a refused', 'b']);
});

it('is too long where turns come so slowly that one more would miss the deadline, until it is empty', () => {
  for (let n = 0; n < 12; n++) wait(`${n}`);
  expect(queue.isTooLong).toBe(false);
  for (let n = 0; n < 5; n++) {
    jest.advanceTimersByTime(199);
    room = 1;
    queue.admit();
  }
  expect(queue.isTooLong).toBe(false);
  for (let n = 0; n < 12; n++) wait(`late ${n}`);
  expect(queue.isTooLong).toBe(true);
  room = 50;
  queue.admit();
  wait('first of a new queue');
  expect(queue.isTooLong).toBe(false);
});
