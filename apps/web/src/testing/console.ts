// biome-ignore-all lint/suspicious/noConsole: this file is about the console
import { afterEach } from '@jest/globals';

let restore: (() => void) | null = null;
afterEach(() => {
  restore?.();
  restore = null;
});

/** Catches what the app logs as an error until the test ends, instead of printing it. */
export function catchErrors(): unknown[][] {
  const logged: unknown[][] = [];
  const error = console.error;
  console.error = (...all: unknown[]) => logged.push(all);
  restore = () => {
    console.error = error;
  };
  return logged;
}
