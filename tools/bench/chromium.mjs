/** Chromium for the browser tests and the benchmarks, with their common flags. */
import { execFileSync } from 'node:child_process';

/** The headless shell comes first: it renders like Chromium without drawing windows. */
const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'];

/** Flags with which Chromium sends requests only to the shop. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of the first installed browser; throws if there is none. */
export function findChromium(names = NAMES) {
  const search = names.map((name) => `command -v ${name}`).join(' || ');
  return execFileSync('sh', ['-c', search], { encoding: 'utf8' }).trim();
}
