/** The Chromium of the browser tests and the benchmarks, and the flags that both run it with. */
import { execFileSync } from 'node:child_process';

/** The shell renders as Chromium does and draws no windows of its own. */
const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'];

/** It asks nobody but the shop for anything. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the first browser that is installed; throws where none is. */
export function findChromium(names = NAMES) {
  const search = names.map((name) => `command -v ${name}`).join(' || ');
  return execFileSync('sh', ['-c', search], { encoding: 'utf8' }).trim();
}
