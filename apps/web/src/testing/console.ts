// biome-ignore-all lint/suspicious/noConsole: replaces console.error
import { afterEach } from '@jest/globals';

let restore: (() => void) | null = null;
afterEach(() => {
  restore?.();
  restore = null;
});

/** Captures calls of `console.error` until the test ends, instead of printing them. */
export function catchErrors(): unknown[][] {
  const logged: unknown[][] = [];
  const error = console.error;
  console.error = (...all: unknown[]) => logged.push(all);
  restore = () => {
    console.error = error;
  };
  return logged;
}
